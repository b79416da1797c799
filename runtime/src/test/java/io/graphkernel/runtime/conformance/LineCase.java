package io.graphkernel.runtime.conformance;

import java.util.function.UnaryOperator;

/**
 * A kernel that replaces each line along an axis of an f32[n, d] by another of the same length.
 *
 * @param method the kernel
 * @param op the Java name of the op
 * @param axis the axis along which a line runs
 * @param definition the new line, in float64
 * @param allowed how far each element of the new line may be off
 */
record LineCase(
        String method, String op, int axis, UnaryOperator<double[]> definition, UnaryOperator<double[]> allowed) {

    @Override
    public String toString() {
        return method;
    }
}
