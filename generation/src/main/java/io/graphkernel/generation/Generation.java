package io.graphkernel.generation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a continuation, as they are generated. Each iterator and subscriber receives all tokens, and waits for
 * those that are not generated yet. Subscribers run on threads of their own, and never delay the generator.
 */
public final class Generation implements Iterable<Integer>, Flow.Publisher<Integer> {

    private static final Executor SUBSCRIBERS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "token-subscriber");
        thread.setDaemon(true);
        return thread;
    });

    private final GenerationRequest request;
    private final int promptLength;
    private final List<int[]> stopSequences;
    private final long submitted = System.nanoTime();
    private final List<Integer> tokens = new ArrayList<>();
    private final List<SubmissionPublisher<Integer>> publishers = new ArrayList<>();
    private long first;
    private long last = submitted;
    private @Nullable FinishReason reason;
    private @Nullable Throwable failure;

    /** True from the first call of {@link #cancel} on. */
    private volatile boolean canceled;

    Generation(GenerationRequest request) {
        this.request = request;
        this.promptLength = request.prompt().length;
        this.stopSequences = request.stopSequences();
    }

    /**
     * Returns the request.
     *
     * @return prompt and settings
     */
    public GenerationRequest request() {
        return request;
    }

    /** Ends the generation before its next token. */
    public void cancel() {
        canceled = true;
    }

    int promptLength() {
        return promptLength;
    }

    boolean isCanceled() {
        return canceled;
    }

    synchronized void add(int token) {
        last = System.nanoTime();
        if (tokens.isEmpty()) {
            first = last;
        }
        tokens.add(token);
        publishers.forEach(publisher -> publisher.submit(token));
        notifyAll();
    }

    synchronized void finish(FinishReason ended) {
        if (reason == null) {
            reason = ended;
            publishers.forEach(SubmissionPublisher::close);
            notifyAll();
        }
    }

    synchronized void fail(Throwable exception) {
        if (reason == null) {
            failure = exception;
            reason = FinishReason.CANCELED;
            publishers.forEach(publisher -> publisher.closeExceptionally(exception));
            notifyAll();
        }
    }

    /** Waits for a token; returns null after the last one. */
    private synchronized @Nullable Integer await(int index) {
        while (tokens.size() <= index && reason == null) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (CancellationException) new CancellationException("interrupted").initCause(e);
            }
        }
        if (index < tokens.size()) {
            return tokens.get(index);
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        return null;
    }

    @Override
    public Iterator<Integer> iterator() {
        return new Iterator<>() {
            private int index;

            @Override
            public boolean hasNext() {
                return await(index) != null;
            }

            @Override
            public Integer next() {
                Integer token = await(index);
                if (token == null) {
                    throw new NoSuchElementException();
                }
                index++;
                return token;
            }
        };
    }

    @Override
    public synchronized void subscribe(Flow.Subscriber<? super Integer> subscriber) {
        // The buffer has all tokens, so that no submission waits for a subscriber.
        SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(SUBSCRIBERS, request.maxTokens());
        publisher.subscribe(subscriber);
        tokens.forEach(publisher::submit);
        if (reason == null) {
            publishers.add(publisher);
        } else if (failure != null) {
            publisher.closeExceptionally(failure);
        } else {
            publisher.close();
        }
    }

    /**
     * Waits for the end, and returns the tokens.
     *
     * @return the generated tokens, including an end token or stop sequence
     */
    public int[] tokens() {
        int count = 0;
        while (await(count) != null) {
            count++;
        }
        synchronized (this) {
            return tokens.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    /**
     * Waits for the end, and returns its reason.
     *
     * @return the reason
     */
    public FinishReason finishReason() {
        tokens();
        synchronized (this) {
            return Objects.requireNonNull(reason);
        }
    }

    /**
     * Returns counts and times until now.
     *
     * @return the statistics
     */
    public synchronized GenerationStatistics statistics() {
        return new GenerationStatistics(
                promptLength,
                tokens.size(),
                Duration.ofNanos(tokens.isEmpty() ? 0 : first - submitted),
                Duration.ofNanos(last - submitted));
    }

    /** Returns true if the last tokens are the end token or a stop sequence. */
    synchronized boolean isStopped() {
        int size = tokens.size();
        if (size > 0 && tokens.get(size - 1) == request.endToken()) {
            return true;
        }
        for (int[] stop : stopSequences) {
            boolean matches = stop.length > 0 && stop.length <= size;
            for (int i = 0; i < stop.length && matches; i++) {
                matches = tokens.get(size - stop.length + i) == stop[i];
            }
            if (matches) {
                return true;
            }
        }
        return false;
    }

    synchronized int count() {
        return tokens.size();
    }
}
