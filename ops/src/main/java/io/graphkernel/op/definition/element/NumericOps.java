package io.graphkernel.op.definition.element;

import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpParameter.tensorOrNumber;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpRowBuilder;

/** Elementwise functions of PyTorch and NumPy, composed of basic ops. */
public final class NumericOps {

    /** Magnitude up to which sinc is 1 in every dtype: (πx)² / 6 is less than 2⁻⁵⁴. */
    private static final double SINC_IS_ONE = 5e-9;

    /**
     * Magnitude below which logit scales by {@link #LOGIT_SCALE}: above it, the reciprocal does not overflow in f32. Their
     * product is less than a rounding of 1.
     */
    private static final double LOGIT_TINY = 0x1p-120;

    private static final double LOGIT_SCALE = 0x1p64;

    /** Magnitude from which x - tanh(x) loses less than two bits; ten levels of the continued fraction are exact below. */
    private static final double TANH_SHRINK_FAR = 1.25;

    private NumericOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "SignBit" ->
                unary(name, b -> isNegative(b, b.x()))
                        .results(OpDtype.BOOL)
                        .tolerance("exact")
                        .document("whether x is negative or -0; false for NaN");
            case "CopySign" ->
                binary(name, NumericOps::copySign)
                        .gradient("x", NumericGradients::copySign)
                        .nonDifferentiable("y")
                        .tolerance("exact")
                        .document("|x| with the sign of y, including that of zeros; a NaN in y counts as positive");
            case "Fmax" ->
                binary(name, b -> ignoringNan(b, "Maximum"))
                        .gradient("x", b -> NumericGradients.chosen(b, "GreaterEqual", true))
                        .gradient("y", b -> NumericGradients.chosen(b, "GreaterEqual", false))
                        .tolerance("exact")
                        .document(
                                "the larger of x and y; the other operand if one is NaN; the gradient of equal operands goes to x");
            case "Fmin" ->
                binary(name, b -> ignoringNan(b, "Minimum"))
                        .gradient("x", b -> NumericGradients.chosen(b, "LessEqual", true))
                        .gradient("y", b -> NumericGradients.chosen(b, "LessEqual", false))
                        .tolerance("exact")
                        .document(
                                "the smaller of x and y; the other operand if one is NaN; the gradient of equal operands goes to x");
            case "Hypot" ->
                binary(name, NumericOps::hypot)
                        .gradient("x", b -> NumericGradients.hypot(b, b.x()))
                        .gradient("y", b -> NumericGradients.hypot(b, b.operand("y")))
                        .tolerance("4 ulp")
                        .document("√(x² + y²); ∞ if either is infinite")
                        .note("by m · √(1 + (n / m)²) with m ≥ n, whose squares do not overflow");
            case "Cbrt" ->
                unary(name, NumericOps::cubeRoot)
                        .gradient("x", b -> b.div(b.dy(), b.mul(b.square(b.result()), 3)))
                        .tolerance("4 ulp")
                        .document("∛x")
                        .note("by |x|^(1/3) and a step of Newton's method");
            case "Sinc" ->
                unary(name, NumericOps::sinc)
                        .gradient("x", NumericGradients::sinc)
                        .tolerance("4 ulp")
                        .document("sin(πx) / (πx); 1 for x = 0, and 0 for infinite x")
                        .note("the sine of π times the distance from the nearest integer, which is exact");
            case "Logit" ->
                unary(name, NumericOps::logit)
                        .gradient("x", NumericGradients::logit)
                        .tolerance("4 ulp")
                        .document("ln(x / (1 - x)), the inverse of sigmoid")
                        .note("by ±ln(1 + |1 - 2x| / min(x, 1 - x)), which does not cancel near 1/2");
            case "Xlogy" ->
                binary(name, NumericOps::xlogy)
                        .gradient("x", NumericGradients::xlogyByX)
                        .gradient("y", NumericGradients::xlogyByY)
                        .tolerance("4 ulp")
                        .document("x · ln y; 0 for x = 0, unless y is NaN");
            case "LogAddExp" ->
                binary(name, b -> b.add(b.op("Maximum", b.x(), y(b)), logOnePlusExp(b)))
                        .gradient("x", b -> b.mul(b.dy(), b.op("Sigmoid", distance(b, b.x(), y(b)))))
                        .gradient("y", b -> b.mul(b.dy(), b.op("Sigmoid", distance(b, y(b), b.x()))))
                        .tolerance("4 ulp of the largest of |x|, |y| and the result")
                        .document("ln(eˣ + eʸ), computed as max(x, y) + ln(1 + e^-|x - y|)");
            case "Deg2rad" ->
                unary(name, b -> b.mul(b.x(), Math.PI / 180))
                        .tolerance("2 ulp")
                        .document("π / 180 · x: degrees in radians");
            case "Rad2deg" ->
                unary(name, b -> b.mul(b.x(), 180 / Math.PI))
                        .tolerance("2 ulp")
                        .document("180 / π · x: radians in degrees");
            case "Frac" ->
                unary(name, b -> b.sub(b.x(), b.op("Trunc", b.x())))
                        .tolerance("exact")
                        .document("x - trunc(x), the fraction with the sign of x; NaN for infinite x");
            case "Heaviside" ->
                composite(name, NumericOps::heaviside)
                        .parameters(tensor("x"), tensorOrNumber("value"))
                        .dtypes(DtypeClass.NUMBER)
                        .nonDifferentiable("x")
                        .gradient("value", b -> b.select(b.op("Equal", b.x(), 0), b.dy(), 0))
                        .tolerance("exact")
                        .document("0 for x < 0, value for x = 0, 1 for x > 0; NaN for NaN");
            case "NanToNum" ->
                unary(name, NumericOps::nanToNum)
                        .parameters(tensor("x"), number("nan"), number("posinf"), number("neginf"))
                        .tolerance("exact")
                        .document("x with numbers in place of NaN, ∞ and -∞");
            case "IsClose" ->
                binary(name, NumericOps::isClose)
                        .parameters(tensor("x"), tensor("y"), number("rtol", 1e-5), number("atol", 1e-8))
                        .results(OpDtype.BOOL)
                        .tolerance("exact, unless the distance is within roundings of the tolerance")
                        .document(
                                "whether |x - y| ≤ atol + rtol · |y|; infinities are close to equal ones, NaN to none");
            case "TanhShrink" ->
                unary(name, NumericOps::tanhShrink)
                        .tolerance("6 ulp")
                        .gradient("x", b -> b.mul(b.dy(), b.square(b.op("Tanh", b.x()))))
                        .document("x - tanh(x)")
                        .note("by a rational function of x near 0, where the difference cancels");
            case "Threshold" ->
                composite(name, NumericOps::threshold)
                        .parameters(tensor("x"), number("threshold"), number("value"))
                        .dtypes(DtypeClass.NUMBER)
                        .tolerance("exact")
                        .document("value for x ≤ threshold, else x");
            default -> null;
        };
    }

    /** Returns true for -0 too, whose reciprocal is -∞; that of -∞ is -0. */
    static Node isNegative(ExpansionBuilder b, Node x) throws TypeException {
        Node below = b.op("Less", x, 0);
        return b.op("LogicalOr", below, b.op("Less", b.op("Reciprocal", x), 0));
    }

    private static Node copySign(ExpansionBuilder b) throws TypeException {
        Node magnitude = b.op("Abs", b.x());
        return b.select(isNegative(b, y(b)), b.op("Neg", magnitude), magnitude);
    }

    private static Node ignoringNan(ExpansionBuilder b, String extreme) throws TypeException {
        Node chosen = b.op(extreme, b.x(), y(b));
        return b.select(b.op("IsNan", b.x()), y(b), b.select(b.op("IsNan", y(b)), b.x(), chosen));
    }

    private static Node hypot(ExpansionBuilder b) throws TypeException {
        Node x = b.op("Abs", b.x());
        Node y = b.op("Abs", y(b));
        Node larger = b.op("Maximum", x, y);
        Node ratio = b.div(b.op("Minimum", x, y), larger);
        Node length = b.mul(larger, b.op("Sqrt", b.add(b.square(ratio), 1)));
        Node infinite = b.op("LogicalOr", b.op("IsInf", x), b.op("IsInf", y));
        Node nonzero = b.select(infinite, b.number(Double.POSITIVE_INFINITY, x), length);
        return b.select(b.op("Equal", larger, 0), larger, nonzero);
    }

    /** The step corrects the error of the rounded exponent, which grows with the magnitude of the logarithm. */
    private static Node cubeRoot(ExpansionBuilder b) throws TypeException {
        Node size = b.op("Abs", b.x());
        Node estimate = b.op("Pow", size, 1.0 / 3);
        Node error = b.mul(b.sub(estimate, b.div(size, b.square(estimate))), 1.0 / 3);
        Node root = b.sub(estimate, error);
        Node signed = b.select(b.op("Less", b.x(), 0), b.op("Neg", root), root);
        Node regular = b.op("LogicalAnd", b.op("IsFinite", b.x()), b.op("NotEqual", b.x(), 0));
        return b.select(regular, signed, b.x());
    }

    private static Node sinc(ExpansionBuilder b) throws TypeException {
        Node sine = b.op("Sin", b.mul(Turn.of(b).sine(b), Math.PI));
        Node quotient = b.mul(b.div(sine, b.x()), 1 / Math.PI);
        return b.select(b.op("Less", b.op("Abs", b.x()), SINC_IS_ONE), b.number(1, b.x()), quotient);
    }

    /**
     * Distance of x from the nearest integer, which determines sin(πx) and cos(πx) but for the sign.
     *
     * @param distance distance from -1/2 to 1/2, 0 for infinite x
     * @param isOdd true if that integer is odd
     */
    record Turn(Node distance, Node isOdd) {

        static Turn of(ExpansionBuilder b) throws TypeException {
            Node integer = b.op("Round", b.x());
            Node distance = b.select(b.op("IsInf", b.x()), b.number(0, b.x()), b.sub(b.x(), integer));
            Node half = b.mul(integer, 0.5);
            return new Turn(distance, b.op("NotEqual", half, b.op("Floor", half)));
        }

        /** Returns the number between -1/2 and 1/2 whose multiple of π has the sine of πx. */
        Node sine(ExpansionBuilder b) throws TypeException {
            return b.select(isOdd, b.op("Neg", distance), distance);
        }
    }

    /**
     * ln((1 - m) / m) for the distance m of x from the nearer of 0 and 1, with the sign of x - 1/2. The reciprocal of a
     * subnormal m overflows, so that a tiny m is scaled by a power of 2. The magnitude of -0 is 0, also if arithmetic
     * rules ignore the sign of zeros.
     */
    private static Node logit(ExpansionBuilder b) throws TypeException {
        Node isLow = b.op("Less", b.x(), 0.5);
        Node low = b.select(b.op("GreaterEqual", b.x(), 0), b.op("Abs", b.x()), Double.NaN);
        Node distance = b.select(isLow, low, b.sub(1, b.x()));
        Node isTiny = b.op("Less", b.op("Abs", distance), LOGIT_TINY);
        Node scaled = b.select(isTiny, b.mul(distance, LOGIT_SCALE), distance);
        Node ratio = b.div(b.sub(1, b.mul(distance, 2)), scaled);
        Node size = b.add(b.op("Log1p", ratio), b.select(isTiny, b.number(Math.log(LOGIT_SCALE), ratio), 0));
        return b.select(isLow, b.op("Neg", size), size);
    }

    private static Node tanhShrink(ExpansionBuilder b) throws TypeException {
        Node square = b.square(b.x());
        Node ratio = b.div(
                b.mul(square, SpecialPolynomial.TANH_SHRINK.at(b, square)),
                SpecialPolynomial.TANH_DENOMINATOR.at(b, square));
        Node isNear = b.op("Less", b.op("Abs", b.x()), TANH_SHRINK_FAR);
        return b.select(isNear, b.mul(b.x(), ratio), b.sub(b.x(), b.op("Tanh", b.x())));
    }

    private static Node xlogy(ExpansionBuilder b) throws TypeException {
        Node isZero = b.op("LogicalAnd", b.op("Equal", b.x(), 0), b.op("Equal", y(b), y(b)));
        return b.select(isZero, b.number(0, b.x()), b.mul(b.x(), b.op("Log", y(b))));
    }

    private static Node logOnePlusExp(ExpansionBuilder b) throws TypeException {
        return ActivationOps.logOnePlusExpOfMinusAbs(b, distance(b, b.x(), y(b)));
    }

    /** Returns the difference, and 0 for equal infinities. */
    private static Node distance(ExpansionBuilder b, Node x, Node y) throws TypeException {
        return b.select(b.op("Equal", x, y), b.number(0, x), b.sub(x, y));
    }

    private static Node heaviside(ExpansionBuilder b) throws TypeException {
        Node step = b.max(b.op("Sign", b.x()), 0);
        return b.select(b.op("Equal", b.x(), 0), b.operand("value"), step);
    }

    private static Node nanToNum(ExpansionBuilder b) throws TypeException {
        Node low = b.op("Equal", b.x(), Double.NEGATIVE_INFINITY);
        Node high = b.op("Equal", b.x(), Double.POSITIVE_INFINITY);
        Node bounded = b.select(high, b.operand("posinf"), b.select(low, b.operand("neginf"), b.x()));
        return b.select(b.op("IsNan", b.x()), b.operand("nan"), bounded);
    }

    /** An infinite y has an infinite tolerance, so that only equal elements count. */
    private static Node isClose(ExpansionBuilder b) throws TypeException {
        Node tolerance = b.add(b.mul(b.op("Abs", y(b)), b.operand("rtol")), b.operand("atol"));
        Node near = b.op("LessEqual", b.op("Abs", b.sub(b.x(), y(b))), tolerance);
        Node finite = b.op("LogicalAnd", b.op("IsFinite", y(b)), near);
        return b.op("LogicalOr", b.op("Equal", b.x(), y(b)), finite);
    }

    private static Node threshold(ExpansionBuilder b) throws TypeException {
        return b.select(b.op("LessEqual", b.x(), b.operand("threshold")), b.operand("value"), b.x());
    }

    private static Node y(ExpansionBuilder b) {
        return b.operand("y");
    }

    private static OpRowBuilder unary(String name, Expansion.Single expansion) {
        return composite(name, expansion).parameters(tensor("x"));
    }

    private static OpRowBuilder binary(String name, Expansion.Single expansion) {
        return composite(name, expansion).parameters(tensorOrNumber("x"), tensorOrNumber("y"));
    }
}
