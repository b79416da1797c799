package io.graphkernel.generation.tokenizer;

import io.graphkernel.generation.Generation;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * The text of a continuation, as it is generated. Each iterator and listener receives all of the text, in fragments of whole
 * characters, without the end token or stop sequence.
 */
public final class TextGeneration implements Iterable<String> {

    private static final Executor LISTENERS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "text-listener");
        thread.setDaemon(true);
        return thread;
    });

    private final Generation generation;
    private final Tokenizer tokenizer;
    private final List<String> stopSequences;

    /**
     * Creates the text of a generation.
     *
     * @param generation generated tokens
     * @param tokenizer tokenizer of the model
     * @param stopSequences texts, each of which ends the generation
     */
    public TextGeneration(Generation generation, Tokenizer tokenizer, List<String> stopSequences) {
        this.generation = generation;
        this.tokenizer = tokenizer;
        this.stopSequences = List.copyOf(stopSequences);
    }

    /**
     * Returns the tokens.
     *
     * @return generated tokens, which may continue after a stop sequence of the text
     */
    public Generation generation() {
        return generation;
    }

    /** Ends the generation before its next token. */
    public void cancel() {
        generation.cancel();
    }

    @Override
    public Iterator<String> iterator() {
        return fragments();
    }

    private TextFragments fragments() {
        return new TextFragments(generation, tokenizer, stopSequences);
    }

    /**
     * Waits for the end. An interrupt or another exception, such as one of the tokenizer, cancels the generation.
     *
     * @return text, reason and counts
     * @throws CancellationException if the thread is interrupted
     */
    public TextCompletion completion() {
        try {
            StringBuilder text = new StringBuilder();
            TextFragments fragments = fragments();
            fragments.forEachRemaining(text::append);
            return fragments.completion(text.toString());
        } catch (RuntimeException | Error e) {
            cancel();
            throw e;
        }
    }

    /**
     * Passes the text to a listener, on a thread of its own.
     *
     * @param listener receiver of the text, and of a result or an exception
     */
    public void listen(TextListener listener) {
        LISTENERS.execute(() -> {
            TextCompletion completion;
            try {
                StringBuilder text = new StringBuilder();
                TextFragments fragments = fragments();
                fragments.forEachRemaining(fragment -> {
                    text.append(fragment);
                    listener.onText(fragment);
                });
                completion = fragments.completion(text.toString());
            } catch (RuntimeException | Error e) {
                cancel();
                listener.onError(e);
                return;
            }
            listener.onComplete(completion);
        });
    }
}
