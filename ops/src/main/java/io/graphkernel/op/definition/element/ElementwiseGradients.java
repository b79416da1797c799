package io.graphkernel.op.definition.element;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.GradientBuilder;

/** Gradient rules of basic elementwise ops that take more than one line. */
final class ElementwiseGradients {

    private static final double TWO_OVER_SQRT_PI = 2 / Math.sqrt(Math.PI);

    private ElementwiseGradients() {}

    /** -dy · (x / y) / y. */
    static Node divisor(GradientBuilder b) throws TypeException {
        return b.op("Neg", b.div(b.mul(b.dy(), b.result()), y(b)));
    }

    /** Derivative from x = y · FloorDiv + FloorMod with a constant quotient. */
    static Node floorDivisor(GradientBuilder b) throws TypeException {
        return b.op("Neg", b.mul(b.dy(), b.op("FloorDiv", b.x(), y(b))));
    }

    /** The same with the quotient rounded toward zero. */
    static Node divisorOfRemainder(GradientBuilder b) throws TypeException {
        return b.op("Neg", b.mul(b.dy(), b.op("Trunc", b.div(b.x(), y(b)))));
    }

    /**
     * dy where one operand is selected, and half of it for equal operands and for NaN. The select for the other operand
     * is outermost, since the operand may have an infinite slope there.
     */
    static Node winner(GradientBuilder b, Node operand, Node other, String wins) throws TypeException {
        Node share = b.select(b.op(wins, operand, other), b.dy(), b.mul(b.dy(), 0.5));
        return b.select(b.op(wins, other, operand), b.number(0, b.dy()), share);
    }

    /** y · x^(y - 1) · dy, and 0 for y = 0, where x^-1 may be infinite, and where an infinite y yields 0. */
    static Node base(GradientBuilder b) throws TypeException {
        Node power = b.op("Pow", b.x(), b.sub(y(b), b.number(1, y(b))));
        Node product = b.mul(y(b), power);
        // A power that is 0 for an infinite y is constant.
        Node atInfinity = b.select(b.op("Equal", power, 0), power, product);
        Node slope = b.select(b.op("IsInf", y(b)), atInfinity, product);
        return b.select(b.op("NotEqual", y(b), 0), b.mul(b.dy(), slope), 0);
    }

    /** xʸ · ln x · dy, and 0 for x = 0 and y ≥ 0 and for x = ∞ and y < 0, where the power is constant. */
    static Node exponent(GradientBuilder b) throws TypeException {
        Node atZero = b.op("LogicalAnd", b.op("Equal", b.x(), 0), b.op("GreaterEqual", y(b), 0));
        Node infinite = b.op("Equal", b.x(), Double.POSITIVE_INFINITY);
        Node atInfinity = b.op("LogicalAnd", infinite, b.op("Less", y(b), 0));
        Node constant = b.op("LogicalOr", atZero, atInfinity);
        Node slope = b.mul(b.result(), b.op("Log", b.x()));
        return b.select(constant, b.number(0, b.dy()), b.mul(b.dy(), slope));
    }

    /** 1 / √(1 - x²), with factors that do not cancel near 1. */
    static Node arcSlope(GradientBuilder b) throws TypeException {
        return b.op("Rsqrt", b.mul(b.sub(1, b.x()), b.add(b.x(), 1)));
    }

    /** dy / (1 - x²). */
    static Node inverseTanh(GradientBuilder b) throws TypeException {
        return b.div(b.dy(), b.mul(b.sub(1, b.x()), b.add(b.x(), 1)));
    }

    /** dy / √(x² - 1), computed by factors, since their product may overflow. */
    static Node inverseCosh(GradientBuilder b) throws TypeException {
        return b.mul(b.mul(b.dy(), b.op("Rsqrt", b.add(b.x(), -1))), b.op("Rsqrt", b.add(b.x(), 1)));
    }

    /** dy · 2/√π · e^(-x²). */
    static Node errorFunction(GradientBuilder b) throws TypeException {
        return b.mul(b.dy(), b.mul(b.op("Exp", b.op("Neg", b.square(b.x()))), TWO_OVER_SQRT_PI));
    }

    /**
     * dy / √(x² + 1). With m and n, the larger and the smaller of |x| and 1, the root is m · √(1 + (n / m)²), whose
     * squares do not overflow.
     */
    static Node inverseSinh(GradientBuilder b) throws TypeException {
        Node size = b.op("Abs", b.x());
        Node larger = b.max(size, 1);
        Node ratio = b.div(b.min(size, 1), larger);
        return b.div(b.mul(b.dy(), b.op("Rsqrt", b.add(b.square(ratio), 1))), larger);
    }

    /** Returns the adjoint of y: dy · x / (x² + y²). */
    static Node angleByY(GradientBuilder b) throws TypeException {
        Angle angle = Angle.of(b);
        return angle.slope(b, b.number(1, b.dy()), angle.ratio);
    }

    /** Returns the adjoint of x: -dy · y / (x² + y²). */
    static Node angleByX(GradientBuilder b) throws TypeException {
        Angle angle = Angle.of(b);
        return b.op("Neg", angle.slope(b, angle.ratio, b.number(1, b.dy())));
    }

    /**
     * Point (x, y). Where |x| is larger, x / (x² + y²) is 1 / (x + y · r) and y / (x² + y²) is r / (x + y · r) with r =
     * y / x, and vice versa. No square overflows.
     *
     * @param isFlat true where |x| is the larger
     * @param ratio ratio of the smaller to the larger
     * @param length x + y · r, or y + x · r
     */
    private record Angle(Node isFlat, Node ratio, Node length) {

        static Angle of(GradientBuilder b) throws TypeException {
            Node isFlat = b.op("GreaterEqual", b.op("Abs", b.x()), b.op("Abs", y(b)));
            Node larger = b.select(isFlat, b.x(), y(b));
            Node smaller = b.select(isFlat, y(b), b.x());
            Node ratio = b.div(smaller, larger);
            return new Angle(isFlat, ratio, b.add(larger, b.mul(smaller, ratio)));
        }

        Node slope(GradientBuilder b, Node flat, Node steep) throws TypeException {
            return b.div(b.mul(b.dy(), b.select(isFlat, flat, steep)), length);
        }
    }

    private static Node y(GradientBuilder b) {
        return b.operand("y");
    }
}
