package io.graphkernel.generation;

import io.graphkernel.runtime.Tensor;

/**
 * A causal language model with a cache of keys and values: one row per sequence, one slot per token. The position of a
 * token in its sequence is independent of its slot.
 */
public interface CausalModel {

    /**
     * Returns the number of sequences that are cached at the same time.
     *
     * @return at least 1
     */
    int rows();

    /**
     * Returns the number of slots per row.
     *
     * @return the longest sequence
     */
    int capacity();

    /**
     * Returns the number of tokens that the model knows.
     *
     * @return v; tokens are from 0 to v - 1
     */
    int vocabulary();

    /**
     * Appends tokens to consecutive rows, and predicts the token after the last one of each.
     *
     * <p>Token i of each row is stored in slot {@code slot} + i. It attends to the slots of its row whose positions are
     * neither negative nor greater than its own; these include the slots of the appended tokens.
     * A row between others may have no such slot: its token is padding, and its logits are not used.
     *
     * @param tokens i32 [b, n]
     * @param positions i32 [b, n], positions of the tokens in their sequences
     * @param slotPositions i32 [b, capacity], position of the token in each slot; -1 for a slot that is not in use
     * @param row first row
     * @param slot first slot
     * @return f32 [b, v], logits of the next token; the caller closes it
     */
    Tensor forward(Tensor tokens, Tensor positions, Tensor slotPositions, int row, int slot);
}
