package io.graphkernel.conformance;

import io.graphkernel.runtime.DType;

/**
 * A parameter of a kernel.
 *
 * @param dtype its dtype
 * @param dims declared dims, such as {@code n, 3}, or {@link #UNRANKED}
 * @param sampler its elements
 */
record Operand(DType dtype, String dims, Sampler sampler) {

    /** Any shape. */
    static final String UNRANKED = "...";

    boolean isUnranked() {
        return dims.equals(UNRANKED);
    }

    /** The parameter as a user writes it. */
    String declaration(String name) {
        String annotation = isUnranked() && dtype == DType.F32 ? "" : "@TensorType(\"" + dtype + "[" + dims + "]\") ";
        return annotation + "Tensor " + name;
    }
}
