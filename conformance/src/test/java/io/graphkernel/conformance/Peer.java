package io.graphkernel.conformance;

import io.graphkernel.conformance.onnx.OnnxNode;
import io.graphkernel.runtime.DType;

/**
 * A case and the node of a peer that computes the same.
 *
 * @param tested the case
 * @param node the node
 * @param relative tolerance relative to the larger result
 * @param absolute tolerance near 0
 */
record Peer(Case tested, OnnxNode node, double relative, double absolute) {

    /** Tolerances of peers that approximate functions in their own way. */
    static double relative(DType dtype) {
        return switch (dtype) {
            case F16 -> 4e-3;
            case BF16 -> 4e-2;
            case F64 -> 1e-12;
            default -> 2e-5;
        };
    }

    @Override
    public String toString() {
        return tested + " as " + node;
    }
}
