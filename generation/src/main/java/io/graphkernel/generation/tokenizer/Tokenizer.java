package io.graphkernel.generation.tokenizer;

/**
 * Conversion between text and the tokens of a model. Implementations of this library call those of others:
 * {@link DjlTokenizer} and {@link JtokkitTokenizer}.
 */
public interface Tokenizer extends AutoCloseable {

    /**
     * Returns the tokens of a text. Special tokens that are written in the text, as chat templates do, are single tokens.
     *
     * @param text any text
     * @param addSpecialTokens true to add the tokens that the model expects around a text, such as one for its beginning
     * @return tokens
     */
    int[] encode(String text, boolean addSpecialTokens);

    /**
     * Returns the text of tokens, without special ones. Incomplete characters are replaced by U+FFFD.
     *
     * @param tokens tokens of the model
     * @return text
     */
    String decode(int... tokens);

    /**
     * Returns a decoder of a stream of tokens.
     *
     * @param context tokens before the stream, such as a prompt, whose text is not returned; often none
     * @return a decoder without further tokens
     */
    default TextDecoder decoder(int... context) {
        return new TextDecoder(this, context);
    }

    /** Releases the resources of the library. By default, the method has no effect. */
    @Override
    default void close() {}
}
