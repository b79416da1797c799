package io.graphkernel.training;

import io.graphkernel.runtime.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Tensor whose last axis is in groups of codes with a scale each. An element is its code times the scale, for Q4_0 the
 * code minus 8, and for Q4_1 and Q4_K plus the minimum of the group.
 *
 * @param codes of Q8_0, {@code i8[…, groups, 32]}, and of Q6_K, {@code i8[…, groups, 16]}. Of types of 4 bits,
 *     {@code u8[…, groups, 16]}: byte <i>i</i> of a group has element <i>i</i> in its lower four bits, and <i>i</i> + 16 in
 *     its upper ones
 * @param scales {@code […, groups, 1]}, of Q8_0 and Q4_0 {@code f16}, of others {@code f32}
 * @param minimums {@code f32[…, groups, 1]} of Q4_1 and Q4_K, else null
 */
public record QuantizedTensor(
        Tensor codes, Tensor scales, @Nullable Tensor minimums) {}
