package io.graphkernel.conformance;

import io.graphkernel.runtime.DType;

/**
 * A parameter of a kernel.
 *
 * @param dtype its dtype
 * @param dims declared dims, such as {@code n, 3}, or {@link #RANKLESS}
 * @param sampler its elements
 */
record Operand(DType dtype, String dims, Sampler sampler) {

    /** Any shape. */
    static final String RANKLESS = "...";

    boolean isRankless() {
        return dims.equals(RANKLESS);
    }

    /** The parameter as a user writes it. */
    String declaration(String name) {
        String annotation = isRankless() && dtype == DType.F32 ? "" : "@TensorType(\"" + dtype + "[" + dims + "]\") ";
        return annotation + "Tensor " + name;
    }
}
