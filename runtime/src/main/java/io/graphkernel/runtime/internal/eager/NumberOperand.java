package io.graphkernel.runtime.internal.eager;

import io.graphkernel.graph.Node;
import io.graphkernel.op.WideExpansion;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/**
 * A number of an expansion, which takes its dtype where it meets a tensor.
 *
 * @param value a {@code Double} or a {@code Long}
 * @param like the value whose dtype it has if it meets no tensor
 */
public record NumberOperand(Number value, Node like) {

    /** Returns true if a number in place of an operand takes the dtype of another operand. */
    static boolean takesDtype(OpParameter parameter) {
        boolean isConverted = parameter.dtype() == OpDtype.OWN && parameter.kind() == OpParameter.Kind.TENSOR;
        return isShared(parameter) || parameter.dtype() == OpDtype.SHARED_OR_F32 || isConverted;
    }

    static boolean isShared(OpParameter parameter) {
        return parameter.dtype() == OpDtype.SHARED;
    }

    /** Returns true if the number is a zero of the source. */
    public boolean isZero() {
        return value.equals(0.0);
    }

    NumberOperand asDouble() {
        return value instanceof Double ? this : new NumberOperand(value.doubleValue(), like);
    }

    /** Returns the tensor in place of an operand of an op. */
    Tensor tensor(OpRow called, OpParameter parameter, Tensor shared) {
        if (parameter.dtype() == OpDtype.I64) {
            return Tensor.scalar(DType.I64, value.longValue());
        }
        if (!takesDtype(parameter)) {
            return Eager.scalar(value.doubleValue());
        }
        return tensor(called.javaName(), parameter.name(), shared, WideExpansion.computesNumber(called, parameter));
    }

    /** Returns the tensor in the dtype of another, or in the dtype in which that is computed. */
    Tensor tensor(String op, String parameter, Tensor shared, boolean wide) {
        if (value instanceof Double number) {
            return wide
                    ? Expansions.number(op, parameter, number, shared)
                    : Eager.scalar(op, parameter, number, shared);
        }
        long number = value.longValue();
        return wide ? Expansions.number(op, parameter, number, shared) : Eager.scalar(op, parameter, number, shared);
    }
}
