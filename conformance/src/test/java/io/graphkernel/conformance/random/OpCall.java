package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * One way to call an op.
 *
 * @param op its documented name
 * @param expression over operands {@code a}, {@code b}, …
 * @param operands what they must be
 * @param definition gives the results, then the updated operands
 * @param results accessors of the results in the expression's value; an empty one stands for the value itself
 * @param updated the operands that the op updates in place
 * @param slack how many times the error bound of the definition is allowed
 * @param allowsEmpty whether operands may have no elements
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
     * @param dims a pattern such as {@code n, 3}; null for any shape
     * @param unlimited whether any number of the dtype will do
     * @param sampler draws an element
     */
    public record Operand(DType dtype, String dims, boolean unlimited, Function<SplittableRandom, Scalar> sampler) {}

    /** Whether all operands broadcast. */
    boolean isElementwise() {
        return operands.stream().allMatch(operand -> operand.dims() == null);
    }
}
