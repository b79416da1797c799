package io.graphkernel.generation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Sequences of one call of the model, which stores a token of each in the same slot. Rows between theirs store padding
 * there, which is free in these rows as well.
 *
 * @param sequences at least one, in the order of their rows
 * @param slot first slot
 */
record DecodingBatch(List<Sequence> sequences, int slot) {

    /**
     * Returns the batches that decode one token of each complete prompt, as few as common free slots allow.
     *
     * @param active sequences in the order of their rows
     * @param capacity number of slots per row
     */
    static List<DecodingBatch> of(List<Sequence> active, int capacity) {
        List<DecodingBatch> batches = new ArrayList<>();
        List<Sequence> sequences = new ArrayList<>();
        BitSet used = new BitSet();
        BitSet between = new BitSet();
        for (Sequence sequence : active) {
            if (!sequence.isDecoding()) {
                between.or(sequence.usedSlots());
                continue;
            }
            BitSet extended = (BitSet) used.clone();
            extended.or(between);
            extended.or(sequence.usedSlots());
            if (!sequences.isEmpty() && extended.nextClearBit(0) >= capacity) {
                batches.add(new DecodingBatch(List.copyOf(sequences), used.nextClearBit(0)));
                sequences.clear();
            }
            used = sequences.isEmpty() ? (BitSet) sequence.usedSlots().clone() : extended;
            sequences.add(sequence);
            between.clear();
        }
        if (!sequences.isEmpty()) {
            batches.add(new DecodingBatch(List.copyOf(sequences), used.nextClearBit(0)));
        }
        return batches;
    }

    int firstRow() {
        return sequences.get(0).row();
    }

    /** Returns the number of rows, including those between the sequences. */
    int rows() {
        return sequences.get(sequences.size() - 1).row() - firstRow() + 1;
    }
}
