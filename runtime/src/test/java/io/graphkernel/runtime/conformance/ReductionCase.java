package io.graphkernel.runtime.conformance;

import java.util.function.ToDoubleFunction;

/**
 * A kernel that combines the elements along axes of an f32[n, d].
 *
 * @param method the kernel
 * @param op the Java name of the op
 * @param reduced which axes
 * @param keepDims whether they stay with size 1
 * @param definition the result for the elements of one line, in float64
 * @param allowed how far the result for a line may be off
 */
record ReductionCase(
        String method,
        String op,
        boolean[] reduced,
        boolean keepDims,
        ToDoubleFunction<double[]> definition,
        ToDoubleFunction<double[]> allowed) {

    @Override
    public String toString() {
        return method;
    }
}
