package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.eager.Expansions;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;

/**
 * Contribution of one reader of a value to its adjoint: a value where a mask is true, 0 elsewhere. The value is never
 * read where the mask is false: a branch that a {@code select} did not take may be infinite there, and its product with
 * 0 would be NaN.
 *
 * @param mask bool tensor with the dims of the value; null without a mask
 * @param value the value
 */
record TapedContribution(Tensor mask, Tensor value) {

    static TapedContribution of(Tensor value) {
        return new TapedContribution(null, value);
    }

    /** Returns {@code select(mask, value, 0)}. */
    static TapedContribution where(Tensor mask, Tensor value) {
        return Arrays.equals(Tensors.dims(mask), Tensors.dims(value))
                ? new TapedContribution(mask, value)
                : of(Ops.select(mask, value, 0.0));
    }

    /** Returns {@code select(mask, 0, value)}. */
    static TapedContribution unless(Tensor mask, Tensor value) {
        return where(Ops.logicalNot(mask), value);
    }

    /** Returns this contribution restricted by another mask. */
    TapedContribution within(Tensor other) {
        return other == null || other == mask ? this : where(mask == null ? other : Ops.logicalAnd(other, mask), value);
    }

    /** Returns the value with zeros where the mask is false. */
    Tensor whole() {
        return mask == null ? value : Ops.select(mask, value, 0.0);
    }

    /**
     * Returns this contribution in the dims of an operand: summed over the axes along which it was broadcast, or
     * broadcast where all elements are equal.
     */
    TapedContribution fitted(Tensor operand) {
        if (Arrays.equals(Tensors.dims(value), Tensors.dims(operand))) {
            return this;
        }
        return of(
                value.rank() == 0
                        ? Ops.broadcastTo(whole(), operand.dimensions())
                        : Expansions.sumTo(whole(), operand));
    }
}
