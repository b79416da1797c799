package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * An op that a loss called.
 *
 * @param rules what its row says
 * @param arguments in the order of the row's parameters, null for what was left out; tensors that the tape keeps open
 * @param results tensors that the tape keeps open
 * @param inside the ops that it called; none if its rules say all
 */
record Call(OpRules rules, Object[] arguments, Tensor[] results, List<Call> inside) {

    /** The tensors of an argument: none for an attribute, one, or several. */
    static List<Tensor> tensors(Object argument) {
        if (argument instanceof Tensor tensor) {
            return List.of(tensor);
        }
        return argument instanceof Tensor[] several ? Arrays.asList(several) : List.of();
    }
}
