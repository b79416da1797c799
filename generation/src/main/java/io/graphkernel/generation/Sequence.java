package io.graphkernel.generation;

import java.util.Arrays;

/** A sequence in a row of the cache: the tokens of its prompt and of its continuation. */
final class Sequence {

    private final Generation generation;
    private final int row;
    private final int capacity;
    private int[] tokens;
    private int length;

    /** Number of tokens that the cache has. */
    private int cached;

    /**
     * Creates a sequence without cached tokens.
     *
     * @param capacity number of slots of the row
     */
    Sequence(Generation generation, int row, int capacity) {
        this.generation = generation;
        this.row = row;
        this.tokens = generation.request().prompt();
        this.length = tokens.length;
        this.capacity = capacity;
    }

    Generation generation() {
        return generation;
    }

    GenerationRequest request() {
        return generation.request();
    }

    int row() {
        return row;
    }

    /** Returns true if all tokens of the prompt are cached. */
    boolean isDecoding() {
        return cached >= generation.promptLength();
    }

    /** Returns the number of tokens of the prompt that are not cached yet, up to a maximum. */
    int chunk(int maximum) {
        return Math.min(maximum, generation.promptLength() - cached);
    }

    /** Counts the next tokens as cached. */
    void cache(int count) {
        cached += count;
    }

    /** Returns the number of cached tokens, the position of the next one. */
    int cached() {
        return cached;
    }

    int token(int position) {
        return tokens[position];
    }

    int length() {
        return length;
    }

    void append(int token) {
        if (length == tokens.length) {
            tokens = Arrays.copyOf(tokens, 2 * length);
        }
        tokens[length++] = token;
        generation.add(token);
    }

    /** Returns true if the row has a slot for each token, and none for a further one. */
    boolean isFull() {
        return length >= capacity;
    }
}
