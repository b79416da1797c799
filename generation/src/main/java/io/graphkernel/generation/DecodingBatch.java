package io.graphkernel.generation;

import java.util.List;

/**
 * Sequences of one call of the model. Rows between theirs have padding at their next free position.
 *
 * @param sequences at least one, in the order of their rows
 */
record DecodingBatch(List<Sequence> sequences) {

    int firstRow() {
        return sequences.get(0).row();
    }

    /** Returns the number of rows, including those between the sequences. */
    int rows() {
        return sequences.get(sequences.size() - 1).row() - firstRow() + 1;
    }
}
