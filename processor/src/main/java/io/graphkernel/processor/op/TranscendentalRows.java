package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.tensor;
import static io.graphkernel.processor.op.OpRow.elementwise;

import io.graphkernel.processor.graph.Node;
import java.util.List;
import java.util.Optional;

/** Exponentials, logarithms, trigonometry and random numbers. {@code cost} is a rough count of vector instructions on AVX-512. */
final class TranscendentalRows {

    private TranscendentalRows() {}

    /** Exponentials, logarithms and other transcendental functions on floats. */
    static List<OpRowBuilder> all() {
        return List.of(
                function(2, 10, "Exp", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.result()))
                        .document("eˣ"),
                function(2, 10, "Exp2", "x")
                        .gradient("x", b -> b.mul(b.mul(b.dy(), b.result()), Math.log(2)))
                        .document("2ˣ"),
                function(2, 14, "Expm1", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.add(b.result(), 1)))
                        .document("eˣ - 1, precise near 0"),
                function(2, 14, "Log", "x")
                        .gradient("x", b -> b.div(b.dy(), b.x()))
                        .document("natural logarithm"),
                function(2, 14, "Log2", "x")
                        .gradient("x", b -> b.div(b.dy(), b.mul(b.x(), Math.log(2))))
                        .document("logarithm to base 2"),
                function(2, 14, "Log10", "x")
                        .gradient("x", b -> b.div(b.dy(), b.mul(b.x(), Math.log(10))))
                        .document("logarithm to base 10"),
                function(2, 18, "Log1p", "x")
                        .gradient("x", b -> b.div(b.dy(), b.add(b.x(), 1)))
                        .document("ln(1 + x), precise near 0"),
                function(4, 40, "Pow", "x", "y")
                        .gradient("x", ElementwiseGradients::base)
                        .gradient("y", ElementwiseGradients::exponent)
                        .dtypes(DtypeClass.NUMBER)
                        .specialize(TranscendentalRows::smallPower)
                        .document("x to the power y; of integers exact with wrap-around, for y < 0 truncated"),
                function(2, 16, "Sin", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.op("Cos", b.x())))
                        .document("sine of x in radians"),
                function(2, 16, "Cos", "x")
                        .gradient("x", b -> b.op("Neg", b.mul(b.dy(), b.op("Sin", b.x()))))
                        .document("cosine of x in radians"),
                function(2, 20, "Tan", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.add(b.square(b.result()), 1)))
                        .document("tangent of x in radians"),
                function(2, 14, "Asin", "x")
                        .gradient("x", b -> b.mul(b.dy(), ElementwiseGradients.arcSlope(b)))
                        .document("arc sine, in radians"),
                function(2, 14, "ACos", "x")
                        .gradient("x", b -> b.op("Neg", b.mul(b.dy(), ElementwiseGradients.arcSlope(b))))
                        .javaName("acos")
                        .document("arc cosine, in radians"),
                function(2, 14, "Atan", "x")
                        .gradient("x", b -> b.div(b.dy(), b.add(b.square(b.x()), 1)))
                        .document("arc tangent, in radians"),
                function(2, 20, "Atan2", "y", "x")
                        .gradient("y", b -> ElementwiseGradients.angle(b, b.x()))
                        .gradient("x", b -> b.op("Neg", ElementwiseGradients.angle(b, b.operand("y"))))
                        .document("angle of the point (x, y), in radians"),
                function(2, 16, "Sinh", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.op("Cosh", b.x())))
                        .document("hyperbolic sine")
                        .note("precise near 0, where (eˣ - e⁻ˣ) / 2 cancels"),
                function(2, 16, "Cosh", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.op("Sinh", b.x())))
                        .document("hyperbolic cosine")
                        .note("does not overflow before the result does"),
                function(2, 14, "Tanh", "x")
                        .gradient("x", b -> b.op("TanhGrad", b.result(), b.dy()))
                        .postOp(PostOp.activation("tanh"))
                        .document("hyperbolic tangent")
                        .note("precise near 0, where 1 - 2 / (e²ˣ + 1) cancels"),
                function(4, 24, "Asinh", "x")
                        .gradient("x", b -> b.mul(b.dy(), b.op("Rsqrt", b.add(b.square(b.x()), 1))))
                        .aliases("AsinhExt")
                        .document("inverse hyperbolic sine")
                        .note("precise near 0, and x² does not overflow"),
                function(4, 24, "Acosh", "x")
                        .gradient("x", ElementwiseGradients::inverseCosh)
                        .aliases("AcoshExt")
                        .document("inverse hyperbolic cosine")
                        .note("precise near 1, and x² does not overflow"),
                function(4, 24, "Atanh", "x")
                        .gradient("x", ElementwiseGradients::inverseTanh)
                        .document("inverse hyperbolic tangent"),
                function(2, 16, "Erf", "x")
                        .gradient("x", ElementwiseGradients::errorFunction)
                        .document("error function")
                        .note("relative precision near 0"),
                function(4, 24, "Erfc", "x")
                        .gradient("x", b -> b.op("Neg", ElementwiseGradients.errorFunction(b)))
                        .document("1 - erf(x), precise for large x")
                        .note("relative precision for large x, where 1 - erf(x) cancels"),
                function(2, 12, "Sigmoid", "x")
                        .gradient("x", b -> b.op("SigmoidGrad", b.result(), b.dy()))
                        .postOp(PostOp.activation("sigmoid"))
                        .document("1 / (1 + e⁻ˣ)"),
                random("PhiloxUniform").document("uniform in [0, 1): Philox4x32-10 of the index, keyed by the seeds"),
                random("PhiloxNormal")
                        .document("normal with mean 0 and variance 1: Box-Muller of Philox4x32-10 of the index"));
    }

    /** Small whole exponents multiply: as precise as a correctly rounded power to 1 ulp, and a tenth of the cost. */
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
                .takes(
                        tensor("index", OpDtype.I64),
                        OpParameter.number("seed", OpDtype.I64),
                        OpParameter.number("seed2", OpDtype.I64))
                .gives(OpDtype.F32)
                .cost(60)
                .tolerance("2 ulp");
    }
}
