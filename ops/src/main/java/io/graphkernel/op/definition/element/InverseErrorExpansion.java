package io.graphkernel.op.definition.element;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;

/**
 * Expansions of the inverse of the error function: an estimate of 7 digits, and a step of Halley's method, which leaves
 * the rounding errors only.
 */
final class InverseErrorExpansion {

    /** Largest relative error of the complement of the estimate. A larger one is a rounding error of a subnormal. */
    private static final double MAX_RESIDUAL = 2.5e-4;

    /** Bound of -ln(1 - x²) between the two polynomials. */
    private static final double CENTER = 5;

    private InverseErrorExpansion() {}

    static Node ofError(ExpansionBuilder b) throws TypeException {
        Node size = b.op("Abs", b.x());
        Node value = ofMagnitude(b, size, b.sub(1, size));
        return b.select(b.op("Less", b.x(), 0), b.op("Neg", value), value);
    }

    /** Returns √2 · erf⁻¹(2x - 1). Its operand is exact where it is small, and the complement 2x where that is. */
    static Node ofProbability(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Node isLow = b.op("Less", x, 0.5);
        Node complement = b.mul(b.select(isLow, x, b.sub(1, x)), 2);
        Node value = b.mul(ofMagnitude(b, b.sub(1, complement), complement), Math.sqrt(2));
        return b.select(isLow, b.op("Neg", value), value);
    }

    /**
     * Returns erf⁻¹(x) for x ≥ 0.
     *
     * @param complement 1 - x
     */
    private static Node ofMagnitude(ExpansionBuilder b, Node x, Node complement) throws TypeException {
        Node w = b.op("Neg", b.op("Log", b.mul(complement, b.sub(2, complement))));
        Node root = b.op("Sqrt", b.max(w, CENTER));
        Node far = b.mul(root, SpecialPolynomial.TAIL.at(b, b.op("Reciprocal", root)));
        Node isCenter = b.op("Less", w, CENTER);
        Node estimate = b.select(isCenter, b.mul(x, SpecialPolynomial.CENTER.at(b, b.min(w, CENTER))), far);
        Node step = step(b, x, complement, estimate, w);
        Node value = b.sub(estimate, b.div(step, b.add(b.mul(step, estimate), 1)));
        return b.select(b.op("Equal", complement, 0), b.number(Double.POSITIVE_INFINITY, x), value);
    }

    /** Returns the step of Newton's method: the error of erf, or of erfc, over the derivative. */
    private static Node step(ExpansionBuilder b, Node x, Node complement, Node estimate, Node w) throws TypeException {
        double factor = Math.sqrt(Math.PI) / 2;
        Node square = b.square(estimate);
        Node near = b.mul(b.sub(b.op("Erf", estimate), x), b.op("Exp", square));
        Node ratio = b.sub(1, b.div(b.op("Erfc", estimate), complement));
        Node residual = b.min(b.max(ratio, -MAX_RESIDUAL), MAX_RESIDUAL);
        Node slope = b.div(b.op("Exp", b.sub(square, w)), b.sub(2, complement));
        return b.mul(b.select(b.op("Less", x, 0.5), near, b.mul(residual, slope)), factor);
    }
}
