package io.graphkernel.generation;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A generator of tokens for several sequences of different lengths at the same time. A thread of its own runs the
 * model: a chunk of a waiting prompt, then one token of each sequence in one batch. A sequence is admitted as soon as a
 * row of the cache is free. Its tokens and its finish reason do not depend on the others.
 */
public final class TokenGenerator implements AutoCloseable {

    private static final int DEFAULT_CHUNK_TOKENS = 64;

    private final CausalModel model;
    private final int chunk;
    private final TokenSampler sampler = new TokenSampler();
    private final @Nullable Sequence[] sequences;
    /** Rows that have cached a sequence. */
    private final BitSet used = new BitSet();

    private final Deque<Generation> waiting = new ArrayDeque<>();
    private final Thread thread;
    private boolean closed;

    /**
     * Creates a generator with chunks of 64 tokens.
     *
     * @param model model that only this generator uses
     */
    public TokenGenerator(CausalModel model) {
        this(model, DEFAULT_CHUNK_TOKENS);
    }

    /**
     * Creates a generator.
     *
     * @param model model that only this generator uses
     * @param chunk maximum number of tokens of a prompt between two tokens of other sequences
     * @throws InvalidArgumentException if the chunk is empty
     */
    public TokenGenerator(CausalModel model, int chunk) {
        if (chunk < 1) {
            throw invalid("TokenGenerator", "chunk", chunk, "a chunk has at least one token", "1 or more");
        }
        this.model = model;
        this.chunk = chunk;
        this.sequences = new Sequence[model.rows()];
        this.thread = new Thread(this::run, "token-generator");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Submits a request.
     *
     * @param request prompt and settings
     * @return the tokens, as they are generated
     * @throws InvalidArgumentException if the prompt leaves no slot of a row, the model does not know one of its tokens,
     *     or the generator is closed
     */
    public Generation submit(GenerationRequest request) {
        Generation generation = new Generation(request);
        int capacity = model.capacity();
        if (generation.promptLength() >= capacity) {
            throw invalid(
                    "TokenGenerator.submit",
                    "the length of the prompt",
                    generation.promptLength(),
                    "a row of the cache has " + capacity + " slots, also for the continuation",
                    "at most " + (capacity - 1) + " tokens");
        }
        for (int token : request.prompt()) {
            if (token < 0 || token >= model.vocabulary()) {
                throw invalid(
                        "TokenGenerator.submit",
                        "a token of the prompt",
                        token,
                        "the model knows " + model.vocabulary() + " tokens",
                        "tokens from 0 to " + (model.vocabulary() - 1));
            }
        }
        synchronized (waiting) {
            if (closed) {
                throw new InvalidArgumentException(RuntimeProblem.CLOSED_HANDLE, "the token generator");
            }
            waiting.add(generation);
            waiting.notifyAll();
        }
        return generation;
    }

    static InvalidArgumentException invalid(
            String method, String parameter, Object value, String cause, String alternative) {
        return new InvalidArgumentException(
                RuntimeProblem.GENERATION_ARGUMENT, method, parameter, value, cause, alternative);
    }

    /**
     * Ends all generations, and the thread.
     *
     * @throws InvalidArgumentException if the model calls it, whose thread would wait for itself
     */
    @Override
    public void close() {
        if (Thread.currentThread() == thread) {
            throw invalid(
                    "TokenGenerator.close",
                    "the calling thread",
                    thread.getName(),
                    "the method waits for the end of this thread",
                    "the generator to a thread that does not run the model");
        }
        synchronized (waiting) {
            closed = true;
            waiting.notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (admit()) {
                try (TensorScope scope = TensorScope.open()) {
                    prefill();
                    decode();
                }
            }
            end(null);
        } catch (RuntimeException | Error e) {
            end(e);
            throw e;
        }
    }

    private void end(@Nullable Throwable failure) {
        List<Generation> open = new ArrayList<>();
        active().forEach(sequence -> open.add(sequence.generation()));
        synchronized (waiting) {
            closed = true;
            open.addAll(waiting);
            waiting.clear();
        }
        for (Generation generation : open) {
            if (failure == null) {
                generation.finish(FinishReason.CANCELED);
            } else {
                generation.fail(failure);
            }
        }
    }

    private List<Sequence> active() {
        List<Sequence> active = new ArrayList<>();
        for (Sequence sequence : sequences) {
            if (sequence != null) {
                active.add(sequence);
            }
        }
        return active;
    }

    /** Ends canceled sequences, and admits waiting ones to free rows. Returns false if the generator is closed. */
    private boolean admit() {
        for (Sequence sequence : active()) {
            if (sequence.generation().isCanceled()) {
                finish(sequence, FinishReason.CANCELED);
            }
        }
        List<Generation> canceled = new ArrayList<>();
        boolean isOpen;
        synchronized (waiting) {
            while (!closed && waiting.isEmpty() && active().isEmpty()) {
                try {
                    waiting.wait();
                } catch (InterruptedException e) {
                    closed = true;
                }
            }
            waiting.stream().filter(Generation::isCanceled).forEach(canceled::add);
            waiting.removeAll(canceled);
            for (int row = 0; row < sequences.length && !waiting.isEmpty(); row++) {
                if (sequences[row] == null) {
                    sequences[row] = new Sequence(waiting.remove(), row, model.capacity());
                }
            }
            isOpen = !closed;
        }
        canceled.forEach(generation -> generation.finish(FinishReason.CANCELED));
        return isOpen;
    }

    /** Caches one chunk of the first prompt that is not complete. */
    private void prefill() {
        for (Sequence sequence : active()) {
            if (!sequence.isDecoding()) {
                int count = sequence.chunk(chunk);
                int position = sequence.cached();
                int[] tokens = new int[count];
                int[] positions = new int[count];
                for (int i = 0; i < count; i++) {
                    tokens[i] = sequence.token(position + i);
                    positions[i] = position + i;
                }
                step(new DecodingBatch(List.of(sequence)), tokens, positions);
                return;
            }
        }
    }

    /** Caches the last token of each sequence, and generates the next one. */
    private void decode() {
        List<Sequence> decoding = active().stream().filter(Sequence::isDecoding).toList();
        if (decoding.isEmpty()) {
            return;
        }
        DecodingBatch batch = new DecodingBatch(decoding);
        int[] tokens = new int[batch.rows()];
        int[] positions = new int[batch.rows()];
        for (int i = 0; i < batch.rows(); i++) {
            Sequence sequence = sequences[batch.firstRow() + i];
            if (sequence != null) {
                positions[i] = sequence.cached();
                tokens[i] = sequence.isDecoding() ? sequence.token(sequence.cached()) : 0;
            }
        }
        step(batch, tokens, positions);
    }

    /** Caches tokens of a batch, and samples the next one of complete sequences. An exception ends those of the batch. */
    private void step(DecodingBatch batch, int[] tokens, int[] positions) {
        int length = tokens.length / batch.rows();
        boolean isAdmitted = batch.sequences().get(0).cached() == 0;
        batch.sequences().forEach(sequence -> sequence.cache(length));
        try {
            if (isAdmitted && used.get(batch.firstRow())) {
                model.clear(batch.firstRow());
            }
            used.set(batch.firstRow());
            Tensor logits = model.forward(
                    Tensor.of(tokens, batch.rows(), length),
                    Tensor.of(positions, batch.rows(), length),
                    batch.firstRow());
            if (batch.sequences().get(0).isDecoding()) {
                sample(batch, logits);
            }
        } catch (RuntimeException e) {
            for (Sequence sequence : batch.sequences()) {
                sequences[sequence.row()] = null;
                sequence.generation().fail(e);
            }
        }
    }

    /** Samples the next token of each sequence, and ends those that are complete. */
    private void sample(DecodingBatch batch, Tensor logits) {
        int[] tokens = sampler.sample(batch.sequences(), logits, batch.firstRow());
        for (int i = 0; i < tokens.length; i++) {
            Sequence sequence = batch.sequences().get(i);
            Generation generation = sequence.generation();
            if (generation.isCanceled()) {
                finish(sequence, FinishReason.CANCELED);
                continue;
            }
            sequence.append(tokens[i]);
            if (generation.isStopped()) {
                finish(sequence, FinishReason.STOP);
            } else if (generation.count() >= generation.request().maxTokens()) {
                finish(sequence, FinishReason.LENGTH);
            } else if (sequence.isFull()) {
                finish(sequence, FinishReason.CAPACITY);
            }
        }
    }

    private void finish(Sequence sequence, FinishReason reason) {
        sequences[sequence.row()] = null;
        sequence.generation().finish(reason);
    }
}
