package io.graphkernel.op.definition.element;

import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRowBuilder;
import io.graphkernel.op.row.PostOpKind;

/** Activation functions. */
public final class ActivationOps {

    /** √(2/π), the constant of the tanh approximation of GeLU (Hendrycks and Gimpel, 2016). */
    static final double SQRT_2_OVER_PI = 0.7978845608028654;
    /** Cubic coefficient of the tanh approximation of GeLU (Hendrycks and Gimpel, 2016). */
    static final double GELU_CUBIC = 0.044715;
    /** Slope of the sigmoid approximation of GeLU (Hendrycks and Gimpel, 2016). */
    static final double FAST_GELU_SLOPE = 1.702;
    /** Scale of SELU (Klambauer et al., 2017). */
    private static final double SELU_SCALE = 1.0507009873554805;
    /** Product of SELU's scale and alpha (Klambauer et al., 2017). */
    private static final double SELU_SCALED_ALPHA = 1.7580993408473766;

    private ActivationOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "ReLU" ->
                unary(name, b -> b.max(b.x(), 0))
                        .gradient("x", b -> ElementwiseGradientOps.relu(b, b.dy()))
                        .postOp(PostOpKind.activation("relu"))
                        .dtypes(DtypeClass.NUMBER)
                        .tolerance("exact")
                        .document("max(x, 0)");
            case "ReLU6" ->
                unary(name, b -> b.min(b.max(b.x(), 0), 6))
                        .gradient("x", b -> ElementwiseGradientOps.relu6(b, b.dy()))
                        .dtypes(DtypeClass.NUMBER)
                        .tolerance("exact")
                        .document("min(max(x, 0), 6)");
            case "LeakyReLUExt" ->
                unary(name, ActivationOps::leakyRelu)
                        .parameters(tensor("x"), number("slope"))
                        .aliases("LeakyReLU")
                        .tolerance("correctly rounded")
                        .document("x for x ≥ 0, else slope · x");
            case "PReLU" ->
                unary(name, ActivationOps::prelu)
                        .parameters(tensor("x"), tensor("weight"))
                        .tolerance("correctly rounded")
                        .document("x for x ≥ 0, else weight · x, with one weight for each index of axis 1");
            case "SiLU" ->
                unary(name, b -> b.mul(b.x(), b.op("Sigmoid", b.x())))
                        .gradient("x", b -> b.op("SiLUGrad", b.dy(), b.x()))
                        .aliases("Swish")
                        .postOp(PostOpKind.activation("silu"))
                        .tolerance("4 ulp of the result, or of 2⁻¹¹⁹ if that is larger")
                        .document("x · sigmoid(x)");
            case "GeLU" ->
                unary(name, b -> b.mul(b.x(), b.op("Sigmoid", twiceU(b, b.x()))))
                        .gradient("x", b -> b.op("GeLUGrad", b.dy(), b.x()))
                        .aliases("Gelu")
                        .postOp(PostOpKind.activation("gelu_tanh"))
                        .tolerance("4 ulp of the result, times 1 + |2u| for x < 0, or of 2⁻¹¹⁹ if that is larger")
                        .document("0.5 · x · (1 + tanh(√(2/π) · (x + 0.044715 x³))), computed as x · sigmoid(2u)");
            case "GeLUErf" ->
                unary(name, ActivationOps::geluErf)
                        .gradient("x", b -> b.op("GeLUErfGrad", b.dy(), b.x()))
                        .postOp(PostOpKind.activation("gelu_erf"))
                        .tolerance("4 ulp of the result, times 1 + x² for x < 0, or of 2⁻¹¹⁹ if that is larger")
                        .document("x · Φ(x) = 0.5 · x · erfc(-x / √2), with the error function");
            case "FastGeLU" ->
                unary(name, b -> b.mul(b.x(), b.op("Sigmoid", b.mul(b.x(), FAST_GELU_SLOPE))))
                        .gradient("x", b -> b.op("FastGeLUGrad", b.dy(), b.x()))
                        .aliases("FastGelu")
                        .postOp(PostOpKind.activation("fast_gelu"))
                        .tolerance("4 ulp of the result, times 1 + 1.702 |x| for x < 0, or of 2⁻¹¹⁹ if that is larger")
                        .document("x · sigmoid(1.702 x)");
            case "HSigmoid" ->
                unary(name, b -> b.max(b.min(b.add(b.mul(b.x(), 1.0 / 6), 0.5), 1), 0))
                        .gradient("x", b -> ElementwiseGradientOps.hardSigmoid(b, b.dy()))
                        .tolerance("2 ulp of the larger of the result and 1/2")
                        .document("clip(x / 6 + 0.5, 0, 1)");
            case "HSwish" ->
                unary(name, b -> b.mul(b.x(), b.mul(b.min(b.max(b.add(b.x(), 3), 0), 6), 1.0 / 6)))
                        .gradient("x", b -> ElementwiseGradientOps.hardSwish(b, b.dy()))
                        .tolerance("4 ulp of the larger of the result and |x| / 2")
                        .document("x · clip(x + 3, 0, 6) / 6");
            case "HShrink" ->
                unary(name, ActivationOps::hardShrink)
                        .gradient("x", b -> ElementwiseGradientOps.hardShrink(b, b.dy()))
                        .parameters(tensor("x"), number("lambd", 0.5))
                        .tolerance("exact")
                        .document("0 for |x| ≤ lambd, else x");
            case "SoftShrink" ->
                unary(name, ActivationOps::softShrink)
                        .gradient("x", ActivationGradients::softShrink)
                        .parameters(tensor("x"), number("lambd", 0.5))
                        .tolerance("correctly rounded")
                        .document("x moved towards 0 by lambd: x - clip(x, -lambd, lambd)");
            case "Softplus" ->
                unary(name, b -> softplus(b, b.x()))
                        .gradient("x", b -> b.op("SoftplusGrad", b.dy(), b.x()))
                        .tolerance("4 ulp")
                        .document("ln(1 + eˣ), computed as max(x, 0) + ln(1 + e^-|x|)")
                        .note("one formula without thresholds; relative precision for negative x");
            case "SoftplusExt" ->
                unary(name, ActivationOps::softplusExt)
                        .gradient(
                                "x",
                                b -> b.op("SoftplusGradExt", b.dy(), b.x(), b.operand("beta"), b.operand("threshold")))
                        .gradient("beta", ActivationGradients::softplusByBeta)
                        .parameters(tensor("x"), number("beta", 1), number("threshold", 20))
                        .tolerance("4 ulp of the result, times 1 + |beta · x| for x < 0")
                        .document("x for beta · x > threshold, else ln(1 + e^(beta · x)) / beta")
                        .note("computed as max(z, 0) + ln(1 + e^-|z|), which does not overflow");
            case "Softsign" ->
                unary(name, b -> b.div(b.x(), b.add(b.op("Abs", b.x()), 1)))
                        .gradient("x", ActivationGradients::softsign)
                        .tolerance("4 ulp")
                        .document("x / (1 + |x|)");
            case "LogSigmoid" ->
                unary(name, b -> b.op("Neg", softplus(b, b.op("Neg", b.x()))))
                        .gradient("x", b -> b.op("LogSigmoidGrad", b.dy(), b.x()))
                        .tolerance("4 ulp")
                        .document("ln sigmoid(x) = -softplus(-x)");
            case "Mish" ->
                unary(name, b -> b.mul(b.x(), MishExpansion.of(b).tanh(b)))
                        .gradient("x", b -> b.op("MishGrad", b.dy(), b.x()))
                        .tolerance("6 ulp of the result, or of 2⁻¹¹⁹ if that is larger")
                        .document("x · tanh(softplus(x))")
                        .note("by tanh(ln(1 + e)) = e (e + 2) / (e (e + 2) + 2), e = eˣ, which takes one exponential");
            case "EluExt" ->
                unary(name, ActivationOps::elu)
                        .gradient("x", b -> ActivationGradients.exponentialUnit(b, b.dy(), b.operand("alpha"), b.x()))
                        .gradient("alpha", ActivationGradients::eluAlpha)
                        .parameters(tensor("x"), number("alpha", 1))
                        .aliases("Elu")
                        .tolerance("4 ulp")
                        .document("x for x > 0, else alpha · (eˣ - 1)")
                        .note("by expm1, which is precise near 0");
            case "Selu" ->
                unary(name, ActivationOps::selu)
                        .tolerance("4 ulp")
                        .document("1.0507 · (x for x > 0, else 1.6733 · (eˣ - 1))")
                        .gradient(
                                "x",
                                b -> ActivationGradients.exponentialUnit(
                                        b, b.mul(b.dy(), SELU_SCALE), b.number(SELU_SCALED_ALPHA, b.x()), b.x()));
            case "CeLU" ->
                unary(name, ActivationOps::celu)
                        .gradient(
                                "x",
                                b -> ActivationGradients.exponentialUnit(
                                        b, b.dy(), b.number(1, b.x()), b.div(b.x(), b.operand("alpha"))))
                        .gradient("alpha", ActivationGradients::celuAlpha)
                        .parameters(tensor("x"), number("alpha", 1))
                        .tolerance("4 ulp")
                        .document("x for x > 0, else alpha · (e^(x / alpha) - 1)");
            case "GLU" ->
                gated(name, (b, value, gate) -> b.mul(value, b.op("Sigmoid", gate)))
                        .gradient("x", ActivationGradients::gated)
                        .document("a · sigmoid(b), where a and b are the halves of x along an axis");
            case "SwiGLU" ->
                gated(
                                name,
                                (b, first, second) ->
                                        b.flag("reversed") ? swish(b, second, first) : swish(b, first, second))
                        .parameters(tensor("x"), axis("axis", -1), OpParameter.bool("reversed", false))
                        .gradient("x", ActivationGradients::swish)
                        .document(
                                "SiLU(a) · b, where a and b are the halves of x along an axis; reversed, a · SiLU(b)");
            default -> null;
        };
    }

    /** 2√(2/π) · (x + 0.044715 x³), the argument of the sigmoid that the tanh approximation of GeLU equals. */
    static Node twiceU(ExpansionBuilder b, Node x) throws TypeException {
        Node cubic = b.mul(b.square(x), 2 * SQRT_2_OVER_PI * GELU_CUBIC);
        return b.mul(x, b.add(cubic, 2 * SQRT_2_OVER_PI));
    }

    /** Returns log(1 + eˣ) without overflow. */
    public static Node softplus(ExpansionBuilder b, Node x) throws TypeException {
        return b.add(b.max(x, 0), logOnePlusExpOfMinusAbs(b, x));
    }

    /** Returns log(1 + exp(-abs(x))). */
    public static Node logOnePlusExpOfMinusAbs(ExpansionBuilder b, Node x) throws TypeException {
        return b.op("Log1p", b.op("Exp", b.op("Neg", b.op("Abs", x))));
    }

    private static Node swish(ExpansionBuilder b, Node value, Node other) throws TypeException {
        return b.mul(b.mul(value, b.op("Sigmoid", value)), other);
    }

    private static Node leakyRelu(ExpansionBuilder b) throws TypeException {
        return b.select(b.op("Less", b.x(), 0), b.mul(b.x(), b.operand("slope")), b.x());
    }

    private static Node prelu(ExpansionBuilder b) throws TypeException {
        Node weight = b.operand("weight");
        Node aligned = b.reshape(weight, b.alongAxis(weight, b.x(), b.axes(1)));
        return b.select(b.op("Less", b.x(), 0), b.mul(b.x(), aligned), b.x());
    }

    private static Node geluErf(ExpansionBuilder b) throws TypeException {
        return b.mul(b.mul(b.x(), 0.5), b.op("Erfc", b.mul(b.x(), -Math.sqrt(0.5))));
    }

    private static Node hardShrink(ExpansionBuilder b) throws TypeException {
        Node inside = b.op("LessEqual", b.op("Abs", b.x()), b.operand("lambd"));
        return b.select(inside, b.number(0, b.x()), b.x());
    }

    private static Node softShrink(ExpansionBuilder b) throws TypeException {
        Node lambd = b.operand("lambd");
        Node clipped = b.op("Maximum", b.op("Minimum", b.x(), lambd), b.op("Neg", lambd));
        return b.sub(b.x(), clipped);
    }

    private static Node softplusExt(ExpansionBuilder b) throws TypeException {
        Node scaled = b.mul(b.x(), b.operand("beta"));
        Node smooth = b.div(softplus(b, scaled), b.operand("beta"));
        return b.select(b.op("Greater", scaled, b.operand("threshold")), b.x(), smooth);
    }

    private static Node elu(ExpansionBuilder b) throws TypeException {
        Node negative = b.mul(b.op("Expm1", b.min(b.x(), 0)), b.operand("alpha"));
        return b.select(b.op("Greater", b.x(), 0), b.x(), negative);
    }

    private static Node selu(ExpansionBuilder b) throws TypeException {
        Node negative = b.mul(b.op("Expm1", b.min(b.x(), 0)), SELU_SCALED_ALPHA);
        return b.select(b.op("Greater", b.x(), 0), b.mul(b.x(), SELU_SCALE), negative);
    }

    private static Node celu(ExpansionBuilder b) throws TypeException {
        Node alpha = b.operand("alpha");
        Node negative = b.mul(b.op("Expm1", b.div(b.min(b.x(), 0), alpha)), alpha);
        return b.select(b.op("Greater", b.x(), 0), b.x(), negative);
    }

    private static OpRowBuilder unary(String name, Expansion.Single expansion) {
        return composite(name, expansion).parameters(tensor("x"));
    }

    /** Function of the two halves of x. */
    private interface Gate {
        Node apply(ExpansionBuilder b, Node first, Node second) throws TypeException;
    }

    private static OpRowBuilder gated(String name, Gate gate) {
        return composite(name, b -> {
                    Axes axis = b.axes("axis");
                    Extent half = b.dividedBy(b.dim(b.x(), axis), b.extent(2));
                    Node first = b.narrow(b.x(), axis, b.extent(0), half);
                    return gate.apply(b, first, b.narrow(b.x(), axis, half, half));
                })
                .parameters(tensor("x"), axis("axis", -1))
                .shape("the dims of x, halved at the axis");
    }
}
