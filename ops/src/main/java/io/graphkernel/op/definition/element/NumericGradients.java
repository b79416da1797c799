package io.graphkernel.op.definition.element;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.GradientBuilder;

/** Gradient rules of numeric functions. */
final class NumericGradients {

    /** Magnitude up to which a series of five terms has the digits of f64, and the difference loses few of f32. */
    private static final double SINC_SERIES = 0.1;

    private NumericGradients() {}

    /** dy, negated where the signs of x and y differ, and 0 for x = 0, as in PyTorch. */
    static Node copySign(GradientBuilder b) throws TypeException {
        Node differ = b.op("LogicalXor", NumericOps.isNegative(b, b.x()), NumericOps.isNegative(b, b.operand("y")));
        Node slope = b.select(differ, b.op("Neg", b.dy()), b.dy());
        return b.select(b.op("NotEqual", b.x(), 0), slope, 0);
    }

    /** dy for x where x is chosen, and for y elsewhere. Of equal operands x is chosen, as in PyTorch. */
    static Node chosen(GradientBuilder b, String comparison, boolean isOfX) throws TypeException {
        Node y = b.operand("y");
        Node isX = b.op("LogicalOr", b.op(comparison, b.x(), y), b.op("IsNan", y));
        Node zero = b.number(0, b.dy());
        return isOfX ? b.select(isX, b.dy(), zero) : b.select(isX, zero, b.dy());
    }

    /** dy / (x · (1 - x)), and NaN outside 0 to 1, as the result. That at -0 is the slope at 0, ∞. */
    static Node logit(GradientBuilder b) throws TypeException {
        Node slope = b.div(b.div(b.dy(), b.op("Abs", b.x())), b.sub(1, b.x()));
        Node inside = b.op("LogicalAnd", b.op("GreaterEqual", b.x(), 0), b.op("LessEqual", b.x(), 1));
        return b.select(inside, slope, Double.NaN);
    }

    /** dy · operand / √(x² + y²) by ratios to the larger magnitude, and 0 where both are 0. */
    static Node hypot(GradientBuilder b, Node operand) throws TypeException {
        Node larger = b.op("Maximum", b.op("Abs", b.x()), b.op("Abs", b.operand("y")));
        Node x = ratio(b, b.x(), larger);
        Node y = ratio(b, b.operand("y"), larger);
        Node length = b.op("Sqrt", b.add(b.square(x), b.square(y)));
        Node slope = b.div(b.mul(b.dy(), operand == b.x() ? x : y), length);
        return b.select(b.op("NotEqual", larger, 0), slope, 0);
    }

    /** Returns the quotient, and ±1 for an infinite dividend. */
    private static Node ratio(GradientBuilder b, Node x, Node larger) throws TypeException {
        return b.select(b.op("IsInf", x), b.op("Sign", x), b.div(x, larger));
    }

    /** dy · (cos(πx) - sinc(x)) / x. The difference cancels near 0, where the series in u = πx is -u/3 + u³/30 - …. */
    static Node sinc(GradientBuilder b) throws TypeException {
        NumericOps.Turn turn = NumericOps.Turn.of(b);
        Node cosine = b.op("Cos", b.mul(turn.distance(), Math.PI));
        Node signed = b.select(turn.isOdd(), b.op("Neg", cosine), cosine);
        Node far = b.div(b.sub(signed, b.op("Sinc", b.x())), b.x());
        Node slope = b.select(b.op("Less", b.op("Abs", b.x()), SINC_SERIES), sincSeries(b), far);
        return b.mul(b.dy(), slope);
    }

    /** -π²x · (1/3 - u²/30 + u⁴/840 - u⁶/45360 + u⁸/3991680). */
    private static Node sincSeries(GradientBuilder b) throws TypeException {
        Node u = b.mul(b.x(), Math.PI);
        Node square = b.square(u);
        Node sum = b.add(b.mul(square, 1.0 / 3991680), -1.0 / 45360);
        sum = b.add(b.mul(sum, square), 1.0 / 840);
        sum = b.add(b.mul(sum, square), -1.0 / 30);
        sum = b.add(b.mul(sum, square), 1.0 / 3);
        return b.mul(b.mul(u, sum), -Math.PI);
    }

    /** dy · ln y, and 0 for x = 0 and y ≤ 0. */
    static Node xlogyByX(GradientBuilder b) throws TypeException {
        Node y = b.operand("y");
        Node constant = b.op("LogicalAnd", b.op("Equal", b.x(), 0), b.op("LessEqual", y, 0));
        return b.select(constant, b.number(0, b.dy()), b.mul(b.dy(), b.op("Log", y)));
    }

    /** dy · x / y, and 0 for x = 0. */
    static Node xlogyByY(GradientBuilder b) throws TypeException {
        Node slope = b.mul(b.dy(), b.div(b.x(), b.operand("y")));
        return b.select(b.op("NotEqual", b.x(), 0), slope, 0);
    }
}
