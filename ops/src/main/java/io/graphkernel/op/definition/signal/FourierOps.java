package io.graphkernel.op.definition.signal;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.enumeration;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.definition.signal.ComplexArithmetic.Complex;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/** Discrete Fourier transforms. A complex tensor is a pair of tensors: its real and its imaginary part. */
public final class FourierOps {

    private static final String REAL = "real";
    private static final String IMAGINARY = "imaginary";
    private static final String AXIS = "axis";

    private static final String LENGTHS =
            "the length is known at compile time, without other prime factors than 2, 3, 5 and 7, and at most 2²⁴";

    private static final String SCALE =
            "; with ORTHO times 1 / √n in both directions, with FORWARD times 1 / n in the forward one alone, else in the"
                    + " inverse one alone";

    private FourierOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Fft" ->
                complex(name, false)
                        .document(
                                "Σⱼ x[j] · exp(-2πi · j · k / n) for each frequency k along an axis of a complex tensor"
                                        + SCALE);
            case "Ifft" ->
                complex(name, true)
                        .document("Σₖ x[k] · exp(2πi · j · k / n) for each position j along an axis of a complex tensor"
                                + SCALE);
            case "Rfft" ->
                OpRow.composites(name, FourierOps::half, tensor("x"), axis(AXIS, -1), normalization())
                        .results(result(REAL), result(IMAGINARY))
                        .limits(b -> requireLength(b, b.x()))
                        .gradients(halfRules())
                        .shape("the shape of x, with size ⌊n / 2⌋ + 1 at the axis")
                        .document(
                                "the frequencies 0 to ⌊n / 2⌋ of the Fft of a real tensor; the others are their complex"
                                        + " conjugates")
                        .note(LENGTHS);
            case "Irfft" ->
                OpRow.composite(name, FourierOps::whole)
                        .parameters(
                                tensor(REAL),
                                tensor(IMAGINARY),
                                attribute("n", Kind.LONG),
                                axis(AXIS, -1),
                                normalization())
                        .limits(FourierOps::requireHalf)
                        .gradient(FourierOps::wholeGradient, REAL, IMAGINARY)
                        .shape("the shape of real, with size n at the axis")
                        .document("the real tensor with the frequencies 0 to ⌊n / 2⌋ of Rfft, the inverse of Rfft")
                        .note(LENGTHS + "; the imaginary parts of the frequencies 0 and n / 2 have no effect");
            default -> null;
        };
    }

    private static OpRowBuilder complex(String name, boolean isInverse) {
        return OpRow.composites(
                        name,
                        b -> pair(transformed(b, operands(b), isInverse, isInverse)),
                        tensor(REAL),
                        tensor(IMAGINARY),
                        axis(AXIS, -1),
                        normalization())
                .results(result(REAL), result(IMAGINARY))
                .limits(b -> requireLength(b, b.operand(REAL)))
                .gradients(rules(
                        List.of(REAL, IMAGINARY), (b, cotangent) -> transformed(b, cotangent, !isInverse, isInverse)))
                .shape("the shape of real; imaginary broadcasts to it")
                .note(LENGTHS);
    }

    private static OpParameter normalization() {
        return enumeration("normalization", "FftNormalization", "BACKWARD");
    }

    /** Adjoint of a complex-linear map. */
    @FunctionalInterface
    private interface Adjoint {

        Complex of(GradientBuilder b, Complex cotangent) throws TypeException;
    }

    /** Returns rules for the cotangents of one part and of both; the operands are the first parts of the adjoint. */
    private static List<GradientRule> rules(List<String> operands, Adjoint adjoint) {
        int count = operands.size();
        return List.of(
                new GradientRule(
                        List.of(REAL),
                        operands,
                        b -> pair(adjoint.of(b, new Complex(b.dy(REAL), null))).subList(0, count)),
                new GradientRule(List.of(IMAGINARY), operands, b -> {
                    Complex turned = adjoint.of(b, new Complex(b.dy(IMAGINARY), null));
                    return List.of(b.op("Neg", turned.imaginary()), turned.real())
                            .subList(0, count);
                }),
                new GradientRule(
                        List.of(REAL, IMAGINARY),
                        operands,
                        b -> pair(adjoint.of(b, new Complex(b.dy(REAL), b.dy(IMAGINARY))))
                                .subList(0, count)));
    }

    private static void requireLength(ExpansionBuilder b, Node x) throws TypeException {
        Axes along = b.axes(AXIS);
        String name = "the size of axis " + b.position(x, along);
        requireFactors(b, name, b.constant(name, b.dim(x, along)));
    }

    private static void requireHalf(ExpansionBuilder b) throws TypeException {
        long n = b.integer("n");
        requireFactors(b, "n", n);
        String name = "the size of axis " + b.position(b.operand(REAL), b.axes(AXIS));
        long size = b.constant(name, b.dim(b.operand(REAL), b.axes(AXIS)));
        b.require(size == n / 2 + 1, name, size, String.valueOf(n / 2 + 1));
    }

    private static void requireFactors(ExpansionBuilder b, String name, long length) throws TypeException {
        b.require(
                Radices.isProduct(length),
                name,
                length,
                "a product of 2, 3, 5 and 7, such as " + Radices.nearest(length));
    }

    private static int length(ExpansionBuilder b, Node x) throws TypeException {
        return (int) b.constant("the length", b.dim(x, b.axes(AXIS)));
    }

    /** Returns the scale of a transform of length n. */
    private static double scale(ExpansionBuilder b, boolean isInverse, int n) {
        return switch (b.choice("normalization")) {
            case "ORTHO" -> 1 / Math.sqrt(n);
            case "FORWARD" -> isInverse ? 1 : 1.0 / n;
            default -> isInverse ? 1.0 / n : 1;
        };
    }

    private static Complex operands(ExpansionBuilder b) throws TypeException {
        Node real = b.operand(REAL);
        return new Complex(real, b.broadcastTo(b.operand(IMAGINARY), b.dims(real)));
    }

    private static List<Node> pair(Complex x) {
        return List.of(x.real(), x.imaginary());
    }

    /** Returns a view of three axes, of which the middle one is transformed. */
    private static Complex rows(ExpansionBuilder b, Complex x, AxisExtents rows) throws TypeException {
        return new ComplexArithmetic(b).reshape(x, rows.dims(b, length(b, x.real())));
    }

    /** Reverses {@link #rows}, with another size of the axis. */
    private static Node shaped(ExpansionBuilder b, Node x, Node like, int size) throws TypeException {
        return b.reshape(x, b.replace(b.dims(like), b.axes(AXIS), b.extent(size)));
    }

    /**
     * Returns a transform.
     *
     * @param isInverse true for the positive sign in the exponent
     * @param hasScaleOfInverse true for the scale of the inverse op, which its adjoint has too
     */
    private static Complex transformed(ExpansionBuilder b, Complex x, boolean isInverse, boolean hasScaleOfInverse)
            throws TypeException {
        int n = length(b, x.real());
        AxisExtents rows = AxisExtents.of(b, x.real(), b.axes(AXIS));
        ComplexArithmetic arithmetic = new ComplexArithmetic(b);
        Complex sums = FourierTransform.of(b, rows(b, x, rows), rows, n, isInverse);
        Complex scaled = arithmetic.times(sums, scale(b, hasScaleOfInverse, n));
        return new Complex(shaped(b, scaled.real(), x.real(), n), shaped(b, arithmetic.imaginary(scaled), x.real(), n));
    }

    private static List<Node> half(ExpansionBuilder b) throws TypeException {
        double scale = scale(b, false, length(b, b.x()));
        return forward(b, b.x(), scale, scale);
    }

    private static List<Node> forward(ExpansionBuilder b, Node x, double scale, double scaleOfEnds)
            throws TypeException {
        int n = length(b, x);
        AxisExtents rows = AxisExtents.of(b, x, b.axes(AXIS));
        Node real = rows(b, new Complex(x, null), rows).real();
        Complex spectrum = new RealTransform(b, rows, n, scale, scaleOfEnds).forward(real);
        Node imaginary = new ComplexArithmetic(b).imaginary(spectrum);
        return List.of(shaped(b, spectrum.real(), x, n / 2 + 1), shaped(b, imaginary, x, n / 2 + 1));
    }

    private static Node whole(ExpansionBuilder b) throws TypeException {
        int n = (int) b.integer("n");
        double scale = scale(b, true, n);
        return inverse(b, operands(b), n, scale, scale);
    }

    private static Node inverse(ExpansionBuilder b, Complex half, int n, double scale, double scaleOfEnds)
            throws TypeException {
        AxisExtents rows = AxisExtents.of(b, half.real(), b.axes(AXIS));
        Node sums = new RealTransform(b, rows, n, scale, scaleOfEnds).inverse(rows(b, half, rows));
        return shaped(b, sums, half.real(), n);
    }

    /** Returns rules for the cotangents of one part and of both. */
    private static List<GradientRule> halfRules() {
        List<String> x = List.of("x");
        return List.of(
                new GradientRule(List.of(REAL), x, b -> halfGradient(b, new Complex(b.dy(REAL), null))),
                new GradientRule(
                        List.of(IMAGINARY),
                        x,
                        b -> halfGradient(b, new Complex(b.op("ZerosLike", b.dy(IMAGINARY)), b.dy(IMAGINARY)))),
                new GradientRule(
                        List.of(REAL, IMAGINARY), x, b -> halfGradient(b, new Complex(b.dy(REAL), b.dy(IMAGINARY)))));
    }

    /** Counts the frequencies half that the inverse has twice. */
    private static List<Node> halfGradient(GradientBuilder b, Complex half) throws TypeException {
        int n = length(b, b.x());
        double scale = scale(b, false, n);
        return List.of(inverse(b, half, n, scale / 2, scale));
    }

    /** Counts the frequencies twice that the real tensor has twice. */
    private static List<Node> wholeGradient(GradientBuilder b) throws TypeException {
        double scale = scale(b, true, (int) b.integer("n"));
        return forward(b, b.dy(), 2 * scale, scale);
    }
}
