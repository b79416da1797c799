package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;

/** Comparisons of inexact numbers, whose outcome their errors must not decide. */
final class Certainty {

    private Certainty() {}

    /** Requires that every element differs from the other array's by more than their errors, or that both are exact. */
    static void requireDistinct(NdArray x, NdArray y) {
        x.zip(y, (a, b) -> {
            requireDistinct(a, b);
            return a;
        });
    }

    static void requireDistinct(Scalar x, Scalar y) {
        if (x instanceof Real a && y instanceof Real b) {
            double error = a.error() + b.error();
            if (error > 0 && Math.abs(a.value() - b.value()) <= error) {
                throw new Unfit("equal or not");
            }
        }
    }
}
