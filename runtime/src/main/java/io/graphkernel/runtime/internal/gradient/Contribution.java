package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.eager.Expansions;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;

/**
 * What one reader of a value adds to its adjoint: a value where a mask holds, 0 elsewhere. What the value is where the mask
 * does not hold is never read: a branch that a {@code select} did not take may be infinite there, and the product of that
 * with a 0 would be NaN.
 *
 * @param mask of bools, of the dims of the value; null if the value counts everywhere
 * @param value the value
 */
record Contribution(Tensor mask, Tensor value) {

    static Contribution of(Tensor value) {
        return new Contribution(null, value);
    }

    /** {@code select(mask, value, 0)}. */
    static Contribution where(Tensor mask, Tensor value) {
        return Arrays.equals(Tensors.dims(mask), Tensors.dims(value))
                ? new Contribution(mask, value)
                : of(Ops.select(mask, value, 0.0));
    }

    /** {@code select(mask, 0, value)}. */
    static Contribution unless(Tensor mask, Tensor value) {
        return where(Ops.logicalNot(mask), value);
    }

    /** The same, where another mask holds too. */
    Contribution within(Tensor other) {
        return other == null || other == mask ? this : where(mask == null ? other : Ops.logicalAnd(other, mask), value);
    }

    /** The value with zeros. */
    Tensor whole() {
        return mask == null ? value : Ops.select(mask, value, 0.0);
    }

    /** In the dims of an operand: summed over axes along which that was broadcast, or repeated where all elements are equal. */
    Contribution fitted(Tensor operand) {
        if (Arrays.equals(Tensors.dims(value), Tensors.dims(operand))) {
            return this;
        }
        return of(
                value.rank() == 0
                        ? Ops.broadcastTo(whole(), operand.dimensions())
                        : Expansions.sumTo(whole(), operand));
    }
}
