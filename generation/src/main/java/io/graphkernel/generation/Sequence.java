package io.graphkernel.generation;

import java.util.Arrays;
import java.util.BitSet;

/**
 * A sequence in a row of the cache: the tokens of its prompt and of its continuation. The prompt is in the first slots,
 * each further token in any slot that is not in use.
 */
final class Sequence {

    private final Generation generation;
    private final int row;
    private final int[] slotPositions;
    private final BitSet usedSlots = new BitSet();
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

    BitSet usedSlots() {
        return usedSlots;
    }

    /** Returns true if all tokens of the prompt are cached. */
    boolean isDecoding() {
        return cached >= generation.promptLength();
    }

    /** Returns the number of tokens of the prompt that are not cached yet, up to a maximum. */
    int chunk(int maximum) {
        return Math.min(maximum, generation.promptLength() - cached);
    }

    /** Marks the slots of the next tokens as in use. */
    void cache(int count, int slot) {
        for (int i = 0; i < count; i++) {
            slotPositions[slot + i] = cached + i;
        }
        usedSlots.set(slot, slot + count);
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
        return length >= slotPositions.length;
    }
}
