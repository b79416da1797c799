package io.graphkernel.generation.tokenizer;

import java.util.Arrays;

/**
 * Decoder of a stream of tokens, whose fragments of text have whole characters. The text of a token may depend on the token
 * before it, and a character may have several tokens; a decoded window therefore begins at tokens of the last fragment.
 */
public final class TextDecoder {

    /** Replaces an incomplete character. */
    private static final char REPLACEMENT = '\uFFFD';

    private static final int INITIAL_TOKENS = 16;

    /** Number of tokens of a context that the first window has, unless they begin within a character. */
    private static final int CONTEXT_TOKENS = 8;

    private static final int MAX_CONTEXT_TOKENS = 64;

    private final Tokenizer tokenizer;
    private int[] window = new int[INITIAL_TOKENS];
    private int size;

    /** Number of tokens at the beginning of the window whose text has been returned. */
    private int complete;

    /** Number of characters of the window that have been returned. */
    private int emitted;

    TextDecoder(Tokenizer tokenizer, int... context) {
        this.tokenizer = tokenizer;
        for (int token : lastTokens(context)) {
            append(token);
        }
    }

    /** Returns the last tokens of a context, from the beginning of a character on. */
    private int[] lastTokens(int... context) {
        int count = Math.min(context.length, CONTEXT_TOKENS);
        while (true) {
            int[] tokens = Arrays.copyOfRange(context, context.length - count, context.length);
            if (count == Math.min(context.length, MAX_CONTEXT_TOKENS)
                    || !tokenizer.decode(tokens).startsWith(String.valueOf(REPLACEMENT))) {
                return tokens;
            }
            count++;
        }
    }

    /**
     * Appends a token.
     *
     * @param token token of the model
     * @return the characters that it completes; often one word, and empty within a character
     */
    public String append(int token) {
        if (size == window.length) {
            window = Arrays.copyOf(window, 2 * size);
        }
        window[size++] = token;
        String text = text();
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == REPLACEMENT) {
            end--;
        }
        String fragment = end > emitted ? text.substring(emitted, end) : "";
        emitted = Math.max(emitted, end);
        if (end == text.length() && !fragment.isEmpty()) {
            shift();
        }
        return fragment;
    }

    /**
     * Ends the stream.
     *
     * @return the rest, with U+FFFD in place of an incomplete character
     */
    public String finish() {
        String text = text();
        String rest = emitted < text.length() ? text.substring(emitted) : "";
        size = 0;
        complete = 0;
        emitted = 0;
        return rest;
    }

    private String text() {
        return tokenizer.decode(Arrays.copyOf(window, size));
    }

    /** Removes the tokens before those of the last fragment. */
    private void shift() {
        System.arraycopy(window, complete, window, 0, size - complete);
        size -= complete;
        complete = size;
        emitted = text().length();
    }
}
