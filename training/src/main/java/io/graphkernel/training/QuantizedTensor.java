package io.graphkernel.training;

import io.graphkernel.runtime.Tensor;

/**
 * Tensor whose last axis is in blocks of codes with a scale each. An element is its code times the scale, for Q4_0 the
 * code minus 8.
 *
 * @param codes of Q8_0, {@code i8[…, blocks, 32]}. Of Q4_0, {@code u8[…, blocks, 16]}: byte <i>i</i> of a block has element
 *     <i>i</i> in its lower four bits, and <i>i</i> + 16 in its upper ones
 * @param scales {@code f16[…, blocks, 1]}
 */
public record QuantizedTensor(Tensor codes, Tensor scales) {}
