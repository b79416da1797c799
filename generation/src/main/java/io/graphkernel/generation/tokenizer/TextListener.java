package io.graphkernel.generation.tokenizer;

/** Receiver of generated text, on one thread. */
public interface TextListener {

    /**
     * Receives the next text. An exception ends the generation, and is passed to {@link #onError}.
     *
     * @param fragment at least one character
     */
    void onText(String fragment);

    /**
     * Receives the result, after all of the text.
     *
     * @param completion the result
     */
    void onComplete(TextCompletion completion);

    /**
     * Receives the exception that has ended the generation, in place of a result.
     *
     * @param exception an exception of the model, of the tokenizer or of the listener
     */
    void onError(Throwable exception);
}
