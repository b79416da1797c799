package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * An op that a loss called.
 *
 * @param rules gradient properties of its row
 * @param arguments arguments in the order of the row's parameters, null for omitted ones; the tape keeps tensors open
 * @param results results that the tape keeps open, null for an operand that the op has updated
 * @param inside nested ops; empty if its rules are complete
 */
record TapedCall(OpGradientInfo rules, Object[] arguments, Tensor[] results, List<TapedCall> inside) {

    /** Returns the tensors of an argument: none for an attribute, one, or several. */
    static List<Tensor> tensors(Object argument) {
        if (argument instanceof Tensor tensor) {
            return List.of(tensor);
        }
        return argument instanceof Tensor[] several ? Arrays.asList(several) : List.of();
    }
}
