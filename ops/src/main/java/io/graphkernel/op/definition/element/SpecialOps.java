package io.graphkernel.op.definition.element;

import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpParameter.tensorOrNumber;
import static io.graphkernel.op.row.OpResult.result;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/** Special functions: gamma, inverse error, normal distribution, Bessel; and the parts of a floating-point number. */
public final class SpecialOps {

    private static final double ROOT_HALF = Math.sqrt(0.5);
    /** The 12 leading bits of √½, whose product with a number of up to 12 bits is exact in f32. */
    private static final double ROOT_HALF_LEADING = 0x0.b5p0;

    /** √½ without these bits, to more digits than the difference of the two constants has. */
    private static final double ROOT_HALF_REST = 7.553118654752440084436210485e-5;

    /** Number of multiples per unit to which the normal distribution rounds its argument. */
    private static final double NORMAL_GRID = 32;

    /** Magnitude from which the normal distribution is 0 or 1 in every dtype. */
    private static final double NORMAL_CONSTANT = 64;

    private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

    private SpecialOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Lgamma" ->
                unary(name, GammaExpansion::logarithm)
                        .gradient("x", b -> b.mul(b.dy(), b.op("Digamma", b.x())))
                        .tolerance("8 ulp; for x < 0 of the largest logarithm in the reflection")
                        .document("ln |Γ(x)|; ∞ at integers that are not positive");
            case "Digamma" ->
                unary(name, GammaExpansion::digamma)
                        .gradient("x", b -> b.mul(b.dy(), b.op("Trigamma", b.x())))
                        .tolerance("8 ulp of the larger of 1 and the result; for x < 0 of 1 and the largest term in the"
                                + " reflection")
                        .document("ψ(x), the derivative of ln Γ(x); -∞ at 0, NaN at negative integers");
            case "Trigamma" ->
                unary(name, GammaExpansion::trigamma)
                        .tolerance("8 ulp; for x < 0 of the largest term in the reflection")
                        .document("ψ′(x), the second derivative of ln Γ(x); ∞ at integers that are not positive");
            case "ErfInv" ->
                unary(name, InverseErrorExpansion::ofError)
                        .gradient("x", b -> b.mul(b.dy(), inverseSlope(b, Math.sqrt(Math.PI) / 2, 1)))
                        .tolerance("8 ulp")
                        .document("the number whose erf is x; NaN for |x| > 1");
            case "NormalCdf" ->
                unary(name, SpecialOps::normalCdf)
                        .gradient("x", SpecialOps::density)
                        .tolerance("6 ulp")
                        .note("the result is corrected for the rounding of x / √2, which erfc magnifies")
                        .document("the cumulative distribution function of the standard normal distribution,"
                                + " erfc(-x / √2) / 2");
            case "NormalQuantile" ->
                unary(name, InverseErrorExpansion::ofProbability)
                        .gradient("x", b -> b.mul(b.dy(), inverseSlope(b, ROOT_TWO_PI, 0.5)))
                        .tolerance("8 ulp; a relative error up to 3e-7 for subnormal x")
                        .document("the number whose NormalCdf is x; NaN outside 0 to 1");
            case "BesselI0" ->
                unary(name, b -> bessel(b, SpecialPolynomial.SMALL_I0, SpecialPolynomial.LARGE_I0))
                        .gradient("x", b -> b.mul(b.dy(), b.op("BesselI1", b.x())))
                        .tolerance("8 ulp")
                        .document("the modified Bessel function of the first kind, of order 0");
            case "BesselI1" ->
                unary(name, SpecialOps::besselOfOrderOne)
                        .gradient("x", SpecialOps::besselSlope)
                        .tolerance("8 ulp")
                        .document("the modified Bessel function of the first kind, of order 1");
            case "Ldexp" ->
                composite(name, b -> scaled(b, b.x(), b.castLike(b.operand("exponent"), b.x())))
                        .parameters(tensor("x"), tensor("exponent", OpDtype.INDEX))
                        .gradient("x", b -> scaled(b, b.dy(), b.castLike(b.operand("exponent"), b.x())))
                        .nonDifferentiable("exponent")
                        .tolerance("1 ulp of subnormal results; others are exact")
                        .document("x · 2^exponent");
            case "Frexp" ->
                OpRow.composites(name, SpecialOps::parts, tensor("x"))
                        .results(result("mantissa"), result("exponent", OpDtype.I32))
                        .gradient("x", SpecialOps::mantissaSlope)
                        .tolerance("exact")
                        .document(
                                "mantissa · 2^exponent = x, with |mantissa| from 0.5 to 1; x and 0 for 0, ±∞ and NaN");
            case "NextAfter" ->
                composite(name, NeighborExpansion::of)
                        .parameters(tensorOrNumber("x"), tensorOrNumber("y"))
                        .dtypes(DtypeClass.FLOAT)
                        .dependsOnWidth()
                        .noGradient("the adjacent number is not a differentiable function, nor is it in PyTorch")
                        .tolerance("exact")
                        .document(
                                "the number adjacent to x in the direction of y; y for equal operands, NaN if either is"
                                        + " NaN");
            default -> null;
        };
    }

    /**
     * erfc(t) / 2 with t = -x / √2. The relative slope of erfc is -2t for large t, so that it magnifies the rounding
     * error of t, which is computed exactly: the leading bits of x times those of √½, minus t, are exact, and the
     * remaining products are small.
     */
    private static Node normalCdf(ExpansionBuilder b) throws TypeException {
        Node x = b.op("Neg", b.max(b.min(b.x(), NORMAL_CONSTANT), -NORMAL_CONSTANT));
        Node t = b.mul(x, ROOT_HALF);
        Node leading = b.mul(b.op("Round", b.mul(x, NORMAL_GRID)), 1 / NORMAL_GRID);
        Node rest = b.add(b.mul(leading, ROOT_HALF_REST), b.mul(b.sub(x, leading), ROOT_HALF));
        Node error = b.add(b.sub(b.mul(leading, ROOT_HALF_LEADING), t), rest);
        Node half = b.mul(b.op("Erfc", t), 0.5);
        return b.sub(half, b.mul(half, b.mul(b.max(t, 0), b.mul(error, 2))));
    }

    /** dy · e^(-x² / 2) / √2π. */
    private static Node density(GradientBuilder b) throws TypeException {
        Node bell = b.op("Exp", b.mul(b.square(b.x()), -0.5));
        return b.mul(b.mul(b.dy(), bell), 1 / ROOT_TWO_PI);
    }

    /** Returns factor · e^(scale · y²), with the result y. */
    private static Node inverseSlope(GradientBuilder b, double factor, double scale) throws TypeException {
        return b.mul(b.op("Exp", b.mul(b.square(b.result()), scale)), factor);
    }

    /** Returns a polynomial in x² / 4 up to 15, and a multiple of eˣ / √x beyond, in two factors that do not overflow. */
    private static Node bessel(ExpansionBuilder b, SpecialPolynomial small, SpecialPolynomial large)
            throws TypeException {
        Node size = b.op("Abs", b.x());
        Node half = b.mul(size, 0.5);
        Node root = b.op("Exp", half);
        Node scale = b.div(large.at(b, b.op("Reciprocal", size)), b.op("Sqrt", size));
        Node far = b.select(b.op("IsInf", size), size, b.mul(b.mul(scale, root), root));
        return b.select(b.op("LessEqual", size, 15), small.at(b, b.square(half)), far);
    }

    private static Node besselOfOrderOne(ExpansionBuilder b) throws TypeException {
        Node ratio = bessel(b, SpecialPolynomial.SMALL_I1, SpecialPolynomial.LARGE_I1);
        Node size = b.op("Abs", b.x());
        Node value = b.select(b.op("LessEqual", size, 15), b.mul(b.mul(size, 0.5), ratio), ratio);
        return b.select(b.op("Less", b.x(), 0), b.op("Neg", value), value);
    }

    /** dy · (I₀(x) - I₁(x) / x), which is dy / 2 for x = 0. */
    private static Node besselSlope(GradientBuilder b) throws TypeException {
        Node quotient = b.select(b.op("IsInf", b.result()), b.number(0, b.x()), b.div(b.result(), b.x()));
        Node regular = b.select(b.op("Equal", b.x(), 0), b.number(0.5, b.x()), quotient);
        return b.mul(b.dy(), b.sub(b.op("BesselI0", b.x()), regular));
    }

    /** Multiplies by three powers of 2, none of which overflows where the result does not. */
    private static Node scaled(ExpansionBuilder b, Node x, Node exponent) throws TypeException {
        Node third = b.op("Trunc", b.mul(exponent, 1.0 / 3));
        Node power = b.op("Exp2", third);
        Node rest = b.op("Exp2", b.sub(exponent, b.mul(third, 2)));
        Node regular = b.op("LogicalAnd", b.op("IsFinite", x), b.op("NotEqual", x, 0));
        return b.select(regular, b.mul(b.mul(b.mul(x, power), power), rest), x);
    }

    /** Corrects the exponent by one where the logarithm is rounded across an integer. */
    private static List<Node> parts(ExpansionBuilder b) throws TypeException {
        Node size = b.op("Abs", b.x());
        Node regular = b.op("LogicalAnd", b.op("IsFinite", size), b.op("NotEqual", size, 0));
        Node logarithm = b.op("Log2", b.select(regular, size, b.number(1, size)));
        Node estimate = b.add(b.op("Floor", logarithm), 1);
        Node mantissa = scaled(b, b.x(), b.op("Neg", estimate));
        Node isHigh = b.op("GreaterEqual", b.op("Abs", mantissa), 1);
        Node isLow = b.op("Less", b.op("Abs", mantissa), 0.5);
        Node corrected = b.select(isHigh, b.mul(mantissa, 0.5), b.select(isLow, b.mul(mantissa, 2), mantissa));
        Node exponent =
                b.select(isHigh, b.add(estimate, 1), b.select(isLow, b.sub(estimate, b.number(1, size)), estimate));
        Node whole = b.cast(b.select(regular, exponent, b.number(0, exponent)), DataType.I32);
        return List.of(b.select(regular, corrected, b.x()), whole);
    }

    /** dy · 2^-exponent, and 0 for infinite x. */
    private static Node mantissaSlope(GradientBuilder b) throws TypeException {
        Node exponent = b.op("Neg", b.castLike(b.result("exponent"), b.x()));
        return b.select(b.op("IsInf", b.x()), b.number(0, b.x()), scaled(b, b.dy(), exponent));
    }

    private static OpRowBuilder unary(String name, Expansion.Single expansion) {
        return composite(name, expansion).parameters(tensor("x"));
    }
}
