package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A call of an op.
 *
 * @param op documented name of the op
 * @param expression expression over operands {@code a}, {@code b}, …
 * @param operands constraints of the operands
 * @param definition computes the results, then the updated operands
 * @param results accessors of the results in the expression's value; an empty one selects the value itself
 * @param updated operands that the op updates in place
 * @param slack allowed multiple of the definition's error bound
 * @param allowsEmpty true if operands may have no elements
 */
public record OpCall(
        String op,
        String expression,
        List<Operand> operands,
        Function<NdArray[], List<NdArray>> definition,
        List<String> results,
        List<Integer> updated,
        double slack,
        boolean allowsEmpty) {

    /**
     * An operand.
     *
     * @param dims pattern such as {@code n, 3}; null for any shape
     * @param unlimited true if any number of the dtype is valid
     * @param sampler draws an element
     */
    public record Operand(DType dtype, String dims, boolean unlimited, Function<SplittableRandom, Scalar> sampler) {}

    /** Returns true if all operands broadcast. */
    boolean isElementwise() {
        return operands.stream().allMatch(operand -> operand.dims() == null);
    }
}
