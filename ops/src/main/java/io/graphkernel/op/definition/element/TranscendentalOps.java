package io.graphkernel.op.definition.element;

import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.elementwise;

import io.graphkernel.graph.Node;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRowBuilder;
import io.graphkernel.op.row.PostOpKind;
import io.graphkernel.op.row.ScalarNotation;
import java.util.List;
import java.util.Optional;

/** Exponentials, logarithms, trigonometry and random numbers. {@code cost} is a rough count of vector instructions on AVX-512. */
public final class TranscendentalOps {

    private TranscendentalOps() {}

    /**
     * Returns the row of an exponential, a logarithm or another transcendental function on floats.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Exp" ->
                function(2, 10, "Exp", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.result()))
                        .document("eˣ");
            case "Exp2" ->
                function(2, 10, "Exp2", "x")
                        .gradient("x", b -> b.mul(b.mul(b.dy(), b.result()), Math.log(2)))
                        .document("2ˣ");
            case "Expm1" ->
                function(2, 14, "Expm1", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.add(b.result(), 1)))
                        .document("eˣ - 1, precise near 0");
            case "Log" ->
                function(2, 14, "Log", "x")
                        .gradient("x", b -> b.div(b.dy(), b.x()))
                        .document("natural logarithm");
            case "Log2" ->
                function(2, 14, "Log2", "x")
                        .gradient("x", b -> b.div(b.dy(), b.mul(b.x(), Math.log(2))))
                        .document("logarithm to base 2");
            case "Log10" ->
                function(2, 14, "Log10", "x")
                        .gradient("x", b -> b.div(b.dy(), b.mul(b.x(), Math.log(10))))
                        .document("logarithm to base 10");
            case "Log1p" ->
                function(2, 18, "Log1p", "x")
                        .gradient("x", b -> b.div(b.dy(), b.add(b.x(), 1)))
                        .document("ln(1 + x), precise near 0");
            case "Pow" ->
                function(4, 40, "Pow", "x", "y")
                        .gradient("x", ElementwiseGradients::base)
                        .gradient("y", ElementwiseGradients::exponent)
                        .dtypes(DtypeClass.NUMBER)
                        .dependsOnSign()
                        .specialize(TranscendentalOps::smallPower)
                        .document("x to the power y; of integers exact with wrap-around, for y < 0 truncated");
            case "Sin" ->
                function(2, 16, "Sin", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.op("Cos", b.x())))
                        .document("sine of x in radians");
            case "Cos" ->
                function(2, 16, "Cos", "x")
                        .gradient("x", b -> b.op("Neg", b.mul(b.dy(), b.op("Sin", b.x()))))
                        .document("cosine of x in radians");
            case "Tan" ->
                function(2, 20, "Tan", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.add(b.square(b.result()), 1)))
                        .document("tangent of x in radians");
            case "Asin" ->
                function(2, 14, "Asin", "x")
                        .gradient("x", b -> b.mul(b.dy(), ElementwiseGradients.arcSlope(b)))
                        .document("arc sine, in radians");
            case "ACos" ->
                function(2, 14, "ACos", "x")
                        .gradient("x", b -> b.op("Neg", b.mul(b.dy(), ElementwiseGradients.arcSlope(b))))
                        .javaName("acos")
                        .document("arc cosine, in radians");
            case "Atan" ->
                function(2, 14, "Atan", "x")
                        .gradient("x", b -> b.div(b.dy(), b.add(b.square(b.x()), 1)))
                        .document("arc tangent, in radians");
            case "Atan2" ->
                function(2, 20, "Atan2", "y", "x")
                        .gradient("y", ElementwiseGradients::angleByY)
                        .gradient("x", ElementwiseGradients::angleByX)
                        .document("angle of the point (x, y), in radians");
            case "Sinh" ->
                function(2, 16, "Sinh", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.op("Cosh", b.x())))
                        .document("hyperbolic sine")
                        .note("precise near 0, where (eˣ - e⁻ˣ) / 2 cancels");
            case "Cosh" ->
                function(2, 16, "Cosh", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.op("Sinh", b.x())))
                        .document("hyperbolic cosine")
                        .note("does not overflow before the result does");
            case "Tanh" ->
                function(2, 14, "Tanh", "x")
                        .gradient("x", b -> b.op("TanhGrad", b.result(), b.dy()))
                        .postOp(PostOpKind.activation("tanh"))
                        .document("hyperbolic tangent")
                        .note("precise near 0, where 1 - 2 / (e²ˣ + 1) cancels");
            case "Asinh" ->
                function(4, 24, "Asinh", "x")
                        .gradient("x", ElementwiseGradients::inverseSinh)
                        .aliases("AsinhExt")
                        .document("inverse hyperbolic sine")
                        .note("precise near 0, and x² does not overflow");
            case "Acosh" ->
                function(4, 24, "Acosh", "x")
                        .gradient("x", ElementwiseGradients::inverseCosh)
                        .aliases("AcoshExt")
                        .document("inverse hyperbolic cosine")
                        .note("precise near 1, and x² does not overflow");
            case "Atanh" ->
                function(4, 24, "Atanh", "x")
                        .gradient("x", ElementwiseGradients::inverseTanh)
                        .document("inverse hyperbolic tangent");
            case "Erf" ->
                function(2, 16, "Erf", "x")
                        .gradient("x", ElementwiseGradients::errorFunction)
                        .document("error function")
                        .note("relative precision near 0");
            case "Erfc" ->
                function(4, 24, "Erfc", "x")
                        .gradient("x", b -> b.op("Neg", ElementwiseGradients.errorFunction(b)))
                        .document("1 - erf(x), precise for large x")
                        .note("relative precision for large x, where 1 - erf(x) cancels");
            case "Sigmoid" ->
                function(2, 12, "Sigmoid", "x")
                        .gradient("x", b -> b.op("SigmoidGrad", b.result(), b.dy()))
                        .postOp(PostOpKind.activation("sigmoid"))
                        .document("1 / (1 + e⁻ˣ)");
            case "PhiloxUniform" ->
                random(name).document("uniform in [0, 1): Philox4x32-10 of the index, keyed by the seeds");
            case "PhiloxNormal" ->
                random(name).document("normal with mean 0 and variance 1: Box-Muller of Philox4x32-10 of the index");
            default -> null;
        };
    }

    /**
     * Replaces powers with small integer exponents by multiplications: within 1 ulp of the correctly rounded power, at
     * a tenth of the cost.
     */
    private static Optional<ScalarNotation> smallPower(List<Node> operands) {
        Node exponent = operands.get(1);
        if (exponent.kind() != Node.Kind.CONSTANT) {
            return Optional.empty();
        }
        double value = exponent.attributes().value();
        if (value == 2) {
            return Optional.of(new ScalarNotation.Call("square"));
        }
        return value == 3 ? Optional.of(new ScalarNotation.Call("cube")) : Optional.empty();
    }

    private static OpRowBuilder function(int ulp, int cost, String name, String... operands) {
        return elementwise(name, operands).dtypes(DtypeClass.FLOAT).cost(cost).tolerance(ulp + " ulp");
    }

    private static OpRowBuilder random(String name) {
        return elementwise(name, "index", "seed", "seed2")
                .parameters(
                        tensor("index", OpDtype.I64),
                        OpParameter.number("seed", OpDtype.I64),
                        OpParameter.number("seed2", OpDtype.I64))
                .results(OpDtype.F32)
                .cost(60)
                .tolerance("2 ulp");
    }
}
