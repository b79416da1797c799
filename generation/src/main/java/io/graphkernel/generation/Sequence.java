package io.graphkernel.generation;

import java.util.Arrays;

/** A sequence in a row of the cache: the tokens of its prompt and of its continuation. */
final class Sequence {

    private final Generation generation;
    private final int row;

    /** Time of the first slot, in slots since the generator was created. */
    private final long begin;

    private final int[] slotPositions;
    private int[] tokens;
    private int length;

    /** Number of tokens that the cache has. */
    private int cached;

    /**
     * Creates a sequence without cached tokens, whose prompt is to be in the slots before the current one.
     *
     * @param now current slot, in slots since the generator was created
     * @param capacity number of slots of the row
     */
    Sequence(Generation generation, int row, long now, int capacity) {
        this.generation = generation;
        this.row = row;
        this.tokens = generation.request().prompt().clone();
        this.length = tokens.length;
        this.begin = now - length;
        this.slotPositions = new int[capacity];
        Arrays.fill(slotPositions, -1);
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

    /** Returns the position of the token in each slot, or -1. */
    int[] slotPositions() {
        return slotPositions;
    }

    /** Returns true if all tokens of the prompt are cached. */
    boolean isDecoding() {
        return cached >= request().prompt().length;
    }

    /** Returns the number of tokens that are not cached yet and fit into consecutive slots, up to a maximum. */
    int chunk(int maximum) {
        int prompt = request().prompt().length;
        return Math.min(Math.min(maximum, prompt - cached), slotPositions.length - slot(begin + cached));
    }

    /** Returns the slot of the next token of the prompt. */
    int promptSlot() {
        return slot(begin + cached);
    }

    private int slot(long time) {
        return (int) Math.floorMod(time, (long) slotPositions.length);
    }

    /** Marks the slots of the next tokens as in use. */
    void cache(int count, int slot) {
        for (int i = 0; i < count; i++) {
            slotPositions[slot + i] = cached + i;
        }
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

    /** Returns true if the current slot is the first one of the sequence again. */
    boolean isFull(long now) {
        return now - begin >= slotPositions.length || length >= slotPositions.length;
    }
}
