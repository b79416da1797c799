package io.graphkernel.generation;

import io.graphkernel.runtime.Tensor;

/**
 * A causal language model with a cache of keys and values: one row per sequence, one slot per token. The slot of a token
 * is its position in the sequence.
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
     * Appends tokens to consecutive rows, each at its own positions, and predicts the token after the last one of each.
     *
     * <p>A token is stored in the slot of its position, and attends to this slot and all before it. A row may have
     * padding instead: a token at the next free position, which the row overwrites later, and whose logits are not
     * used.
     *
     * @param tokens i32 [b, n]
     * @param positions i32 [b, n], positions of the tokens in their sequences
     * @param row first row
     * @return f32 [b, v], logits of the next token; the caller closes it
     */
    Tensor forward(Tensor tokens, Tensor positions, int row);

    /**
     * Clears all slots of a row before another sequence uses it. Attention multiplies the values of slots that a token does
     * not see by 0, so that NaN of an earlier sequence would be NaN in the row. By default, the method has no effect.
     *
     * @param row a row that has been used
     */
    default void clear(int row) {}
}
