package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;

/** Gradient rules of basic elementwise ops, where they take more than one line. */
final class ElementwiseGradients {

    private static final double TWO_OVER_SQRT_PI = 2 / Math.sqrt(Math.PI);

    private ElementwiseGradients() {}

    /** -dy · (x / y) / y. */
    static Node divisor(GradientBuilder b) throws TypeException {
        return b.op("Neg", b.div(b.mul(b.dy(), b.result()), y(b)));
    }

    /** Of x = y · FloorDiv + FloorMod, the quotient being constant. */
    static Node floorDivisor(GradientBuilder b) throws TypeException {
        return b.op("Neg", b.mul(b.dy(), b.op("FloorDiv", b.x(), y(b))));
    }

    /** The same with the quotient rounded towards zero. */
    static Node divisorOfRemainder(GradientBuilder b) throws TypeException {
        return b.op("Neg", b.mul(b.dy(), b.op("Trunc", b.div(b.x(), y(b)))));
    }

    /**
     * dy where one operand wins, half of it where there is no winner: for equal operands and for NaN. The choice where the other
     * one wins is the outer one: the operand may have an infinite slope there.
     */
    static Node winner(GradientBuilder b, Node operand, Node other, String wins) throws TypeException {
        Node share = b.select(b.op(wins, operand, other), b.dy(), b.mul(b.dy(), 0.5));
        return b.select(b.op(wins, other, operand), b.number(0, b.dy()), share);
    }

    /** y · x^(y - 1) · dy, and 0 for y = 0, where x^-1 may be infinite. */
    static Node base(GradientBuilder b) throws TypeException {
        Node slope = b.mul(y(b), b.op("Pow", b.x(), b.sub(y(b), b.number(1, y(b)))));
        return b.select(b.op("NotEqual", y(b), 0), b.mul(b.dy(), slope), 0);
    }

    /** xʸ · ln x · dy, and 0 for x = 0 and y ≥ 0, where the power is constant. */
    static Node exponent(GradientBuilder b) throws TypeException {
        Node constant = b.op("LogicalAnd", b.op("Equal", b.x(), 0), b.op("GreaterEqual", y(b), 0));
        Node slope = b.mul(b.result(), b.op("Log", b.x()));
        return b.select(constant, b.number(0, b.dy()), b.mul(b.dy(), slope));
    }

    /** 1 / √(1 - x²), by factors that do not cancel near 1. */
    static Node arcSlope(GradientBuilder b) throws TypeException {
        return b.op("Rsqrt", b.mul(b.sub(1, b.x()), b.add(b.x(), 1)));
    }

    /** dy / (1 - x²). */
    static Node inverseTanh(GradientBuilder b) throws TypeException {
        return b.div(b.dy(), b.mul(b.sub(1, b.x()), b.add(b.x(), 1)));
    }

    /** dy / √(x² - 1), by factors, of which the product may overflow. */
    static Node inverseCosh(GradientBuilder b) throws TypeException {
        return b.mul(b.mul(b.dy(), b.op("Rsqrt", b.add(b.x(), -1))), b.op("Rsqrt", b.add(b.x(), 1)));
    }

    /** dy · 2/√π · e^(-x²). */
    static Node errorFunction(GradientBuilder b) throws TypeException {
        return b.mul(b.dy(), b.mul(b.op("Exp", b.op("Neg", b.square(b.x()))), TWO_OVER_SQRT_PI));
    }

    /** dy · other / (x² + y²): the slope of the angle of a point (x, y). */
    static Node angle(GradientBuilder b, Node other) throws TypeException {
        return b.div(b.mul(b.dy(), other), b.add(b.square(b.x()), b.square(y(b))));
    }

    private static Node y(GradientBuilder b) {
        return b.operand("y");
    }
}
