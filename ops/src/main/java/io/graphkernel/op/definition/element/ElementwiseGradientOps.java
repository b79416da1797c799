package io.graphkernel.op.definition.element;

import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.optionalTensor;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/** Gradients of elementwise ops. */
public final class ElementwiseGradientOps {

    private static final double SQRT_1_OVER_2PI = 0.3989422804014327;

    /** Magnitude from which the derivative of GeLU is 1 or 0 in every dtype: sigmoid(2u) is 1, or less than 2⁻¹⁰⁷⁵. */
    private static final double GELU_CONSTANT = 32;

    /** The same bound for x · sigmoid(x), and for x · tanh(softplus(x)). */
    private static final double SILU_CONSTANT = 1024;

    /** The same bound for x · Φ(x): φ(x) is less than 2⁻¹⁰⁷⁵. */
    private static final double GELU_ERF_CONSTANT = 64;

    /** Upper bound of |x · 2u'| for x up to {@link #GELU_CONSTANT}. */
    private static final double GELU_RISE = 8192;

    private ElementwiseGradientOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "ReluGrad" ->
                gradient(name, b -> relu(b, dy(b)), "dy", "x")
                        .nonDifferentiable("x")
                        .tolerance("exact")
                        .document("dy where x > 0, else 0");
            case "ReLU6Grad" ->
                gradient(name, b -> relu6(b, dy(b)), "dy", "x")
                        .nonDifferentiable("x")
                        .tolerance("exact")
                        .document("dy where 0 < x < 6, else 0");
            case "LeakyReLUExtGrad" ->
                gradient(name, ElementwiseGradientOps::leakyRelu, "dy", "x")
                        .parameters(tensor("dy"), tensor("x"), number("slope"))
                        .nonDifferentiable("x")
                        .aliases("LeakyReLUGrad")
                        .tolerance("correctly rounded")
                        .document("dy where x > 0, else slope · dy");
            case "GeLUGrad" ->
                gradient(name, ElementwiseGradientOps::gelu, "dy", "x")
                        .parameters(tensor("dy"), tensor("x"), optionalTensor("y"))
                        .aliases("GeluGrad")
                        .gradient("dy", b -> b.op("GeLUGrad", b.dy(), b.x()))
                        .gradient("x", ElementwiseGradientOps::geluCurvature)
                        .nonDifferentiable("y")
                        .tolerance(
                                "6 ulp of |dy| · s · (1 + |x · 2u'|), times 1 + |2u| for x < 0, or of 2⁻¹¹⁹ · |dy| if that is larger")
                        .document(
                                "dy · (s + x · s · (1 - s) · 2u'), s = sigmoid(2u); the result y of GeLU is not read");
            case "GeLUErfGrad" ->
                gradient(name, ElementwiseGradientOps::geluErf, "dy", "x")
                        .gradient("dy", b -> b.op("GeLUErfGrad", b.dy(), b.x()))
                        .gradient("x", ElementwiseGradientOps::geluErfCurvature)
                        .tolerance(
                                "6 ulp of |dy| · (Φ(x) + |x| · φ(x)) · (1 + x²), or of 2⁻¹¹⁹ · |dy| if that is larger")
                        .document("dy · (Φ(x) + x · φ(x))");
            case "FastGeLUGrad" ->
                gradient(name, b -> scaledSigmoid(b, ActivationOps.FAST_GELU_SLOPE), "dy", "x")
                        .aliases("FastGeluGrad")
                        .gradient("dy", b -> b.op("FastGeLUGrad", b.dy(), b.x()))
                        .gradient("x", b -> scaledSigmoidCurvature(b, ActivationOps.FAST_GELU_SLOPE))
                        .tolerance("6 ulp of |dy| · s · (1 + |1.702 x|)², or of 2⁻¹¹⁹ · |dy| if that is larger")
                        .document("dy · (s + 1.702 x · s · (1 - s)), s = sigmoid(1.702 x)");
            case "SiLUGrad" ->
                gradient(name, b -> scaledSigmoid(b, 1), "dy", "x")
                        .aliases("SwishGrad")
                        .gradient("dy", b -> b.op("SiLUGrad", b.dy(), b.x()))
                        .gradient("x", b -> scaledSigmoidCurvature(b, 1))
                        .tolerance("6 ulp of |dy| · s · (1 + |x|), or of 2⁻¹¹⁹ · |dy| if that is larger")
                        .document("dy · (s + x · s · (1 - s)), s = sigmoid(x)");
            case "MishGrad" ->
                gradient(name, ElementwiseGradientOps::mish, "dy", "x")
                        .tolerance("8 ulp of |dy| · sigmoid(x) · (1 + |x|), or of 2⁻¹¹⁹ · |dy| if that is larger")
                        .document("dy · (t + x · sigmoid(x) · (1 - t²)), t = tanh(softplus(x))");
            case "EluGrad" ->
                gradient(name, ElementwiseGradientOps::elu, "dy", "y")
                        .parameters(tensor("dy"), tensor("y"), number("alpha", 1))
                        .tolerance("2 ulp of |dy| · (|y| + alpha)")
                        .document("dy where y > 0, else dy · (y + alpha), with y the result of EluExt");
            case "HSigmoidGrad" ->
                gradient(name, b -> hardSigmoid(b, dy(b)), "dy", "x")
                        .nonDifferentiable("x")
                        .tolerance("2 ulp")
                        .document("dy / 6 where -3 < x < 3, else 0");
            case "HSwishGrad" ->
                gradient(name, b -> hardSwish(b, dy(b)), "dy", "x")
                        .tolerance("4 ulp of dy")
                        .document("0 for x ≤ -3, dy for x ≥ 3, else dy · (x / 3 + 0.5)");
            case "HShrinkGrad" ->
                gradient(name, b -> hardShrink(b, dy(b)), "dy", "x")
                        .parameters(tensor("dy"), tensor("x"), number("lambd", 0.5))
                        .nonDifferentiable("x", "lambd")
                        .tolerance("exact")
                        .document("0 where |x| ≤ lambd, else dy");
            case "SoftplusGrad" ->
                gradient(name, b -> b.mul(dy(b), b.op("Sigmoid", b.x())), "dy", "x")
                        .tolerance("4 ulp of the larger of the result and 2⁻¹²⁶ · |dy|")
                        .document("dy · sigmoid(x)");
            case "SoftplusGradExt" ->
                gradient(name, ElementwiseGradientOps::softplusExt, "dout", "x")
                        .gradient(
                                "dout",
                                b -> b.op("SoftplusGradExt", b.dy(), b.x(), b.operand("beta"), b.operand("threshold")))
                        .gradient("x", ActivationGradients::softplusGradientByX)
                        .gradient("beta", ActivationGradients::softplusGradientByBeta)
                        .parameters(tensor("dout"), tensor("x"), number("beta", 1), number("threshold", 20))
                        .tolerance("4 ulp of the result, times 1 + |beta · x|, or of 2⁻¹²⁶ · |dout| if that is larger")
                        .document("dout for beta · x > threshold, else dout · sigmoid(beta · x)")
                        .note("the documents list it without an expansion");
            case "LogSigmoidGrad" ->
                gradient(name, b -> b.mul(dy(b), b.op("Sigmoid", b.op("Neg", b.x()))), "dy", "x")
                        .tolerance("4 ulp of the larger of the result and 2⁻¹²⁶ · |dy|")
                        .document("dy · sigmoid(-x)");
            case "SigmoidGrad" ->
                gradient(name, b -> b.mul(b.mul(dy(b), y(b)), b.sub(1, y(b))), "y", "dy")
                        .tolerance("3 ulp of the result, if dy · y neither overflows nor is subnormal")
                        .document("dy · y · (1 - y)");
            case "TanhGrad" ->
                gradient(name, b -> b.mul(dy(b), b.mul(b.sub(1, y(b)), b.add(y(b), 1))), "y", "dy")
                        .gradient("y", b -> b.mul(b.mul(b.mul(y(b), -2), dy(b)), b.dy()))
                        .gradient("dy", b -> b.op("TanhGrad", y(b), b.dy()))
                        .tolerance("4 ulp of the result, if 1 - y² neither overflows nor is subnormal")
                        .document("dy · (1 - y²)")
                        .note("by (1 - y) · (1 + y), which is precise for y near 1 and -1");
            case "SqrtGrad" ->
                gradient(name, b -> b.div(dy(b), b.mul(y(b), 2)), "y", "dy")
                        .tolerance("correctly rounded, for y of at most 2¹²⁷")
                        .document("dy / (2 y)");
            case "RsqrtGrad" ->
                gradient(name, b -> b.mul(b.mul(b.mul(b.mul(y(b), -0.5), dy(b)), y(b)), y(b)), "y", "dy")
                        .gradient("y", b -> b.mul(b.mul(b.mul(b.mul(y(b), -1.5), dy(b)), y(b)), b.dy()))
                        .gradient("dy", b -> b.op("RsqrtGrad", y(b), b.dy()))
                        .tolerance("3 ulp of the result, if dy · y or dy · y² neither overflows nor is subnormal")
                        .document("-0.5 · y³ · dy")
                        .note("y³ by itself would overflow or vanish where the result does not");
            case "ReciprocalGrad" ->
                gradient(name, b -> b.op("Neg", b.mul(b.mul(dy(b), y(b)), y(b))), "y", "dy")
                        .tolerance("2 ulp of the result, if dy · y neither overflows nor is subnormal")
                        .document("-dy · y²")
                        .note("y² by itself would overflow or vanish where the result does not");
            case "AbsGrad" ->
                gradient(name, b -> b.mul(dy(b), b.op("Sign", b.x())), "x", "dy")
                        .nonDifferentiable("x")
                        .dtypes(DtypeClass.NUMBER)
                        .tolerance("exact")
                        .document("dy · sign(x)");
            case "MaximumGrad" -> selection(name, "GreaterEqual").document("dx = dy where x ≥ y; dy the rest");
            case "MinimumGrad" -> selection(name, "LessEqual").document("dx = dy where x ≤ y; dy the rest");
            default -> null;
        };
    }

    /*
     * These have parts where the slope is 0. The rules of the activation functions use the choice itself, not the op: the
     * differentiator keeps it apart, so that an infinite slope of what x is computed from is not multiplied by 0.
     */

    static Node relu(ExpansionBuilder b, Node dy) throws TypeException {
        return b.select(b.op("Greater", b.x(), 0), dy, 0);
    }

    static Node relu6(ExpansionBuilder b, Node dy) throws TypeException {
        return b.select(between(b, 0, 6), dy, 0);
    }

    static Node hardSigmoid(ExpansionBuilder b, Node dy) throws TypeException {
        return b.select(between(b, -3, 3), b.mul(dy, 1.0 / 6), 0);
    }

    static Node hardSwish(ExpansionBuilder b, Node dy) throws TypeException {
        Node middle = b.mul(dy, b.add(b.mul(b.x(), 1.0 / 3), 0.5));
        Node upper = b.select(b.op("GreaterEqual", b.x(), 3), dy, middle);
        return b.select(b.op("LessEqual", b.x(), -3), b.number(0, b.x()), upper);
    }

    static Node hardShrink(ExpansionBuilder b, Node dy) throws TypeException {
        Node inside = b.op("LessEqual", b.op("Abs", b.x()), b.operand("lambd"));
        return b.select(inside, b.number(0, b.x()), dy);
    }

    private static Node leakyRelu(ExpansionBuilder b) throws TypeException {
        return b.select(b.op("Greater", b.x(), 0), dy(b), b.mul(dy(b), b.operand("slope")));
    }

    /*
     * The rules of GeLU, GeLUErf and x · sigmoid(slope · x) compute the sigmoid or Φ of x itself, so that a kernel that computes
     * the function, too, computes that part once. Only what it is multiplied by is bounded.
     */

    private static Node gelu(ExpansionBuilder b) throws TypeException {
        Node s = b.op("Sigmoid", ActivationOps.twiceU(b, b.x()));
        double linear = 2 * ActivationOps.SQRT_2_OVER_PI;
        Node slope = b.add(b.mul(b.square(b.x()), 3 * ActivationOps.GELU_CUBIC * linear), linear);
        Node rise = within(b, b.mul(b.x(), slope), GELU_RISE);
        return b.mul(dy(b), b.add(s, b.mul(rise, b.mul(s, b.sub(1, s)))));
    }

    /** Clamps a factor to the range where a derivative varies, since an infinite factor times 0 is NaN. */
    private static Node within(ExpansionBuilder b, Node factor, double bound) throws TypeException {
        return b.max(b.min(factor, bound), -bound);
    }

    private static Node geluErf(ExpansionBuilder b) throws TypeException {
        Node cumulative = b.mul(b.op("Erfc", b.mul(b.x(), -Math.sqrt(0.5))), 0.5);
        return b.mul(dy(b), b.add(cumulative, b.mul(within(b, b.x(), GELU_ERF_CONSTANT), density(b, b.x()))));
    }

    /** Derivative of {@link #geluErf} with respect to x: dy · φ(x) · (2 - x²). */
    private static Node geluErfCurvature(GradientBuilder b) throws TypeException {
        Node x = within(b, b.x(), GELU_ERF_CONSTANT);
        Node bend = b.mul(density(b, x), b.sub(2, b.square(x)));
        return b.mul(b.mul(b.dy(), b.operand("dy")), bend);
    }

    /** φ(x), the density of the normal distribution. */
    private static Node density(ExpansionBuilder b, Node x) throws TypeException {
        return b.mul(b.op("Exp", b.mul(b.square(x), -0.5)), SQRT_1_OVER_2PI);
    }

    /** The gradient of x · sigmoid(slope · x). */
    private static Node scaledSigmoid(ExpansionBuilder b, double slope) throws TypeException {
        Node scaled = slope == 1 ? b.x() : b.mul(b.x(), slope);
        Node s = b.op("Sigmoid", scaled);
        return b.mul(dy(b), b.add(s, b.mul(within(b, scaled, SILU_CONSTANT), b.mul(s, b.sub(1, s)))));
    }

    /**
     * Derivative of {@link #gelu} with respect to x. With the slope a of 2u it is dy · s · (1 - s) · (2 a + x · a' + x
     * · a² · (1 - 2 s)). 1 - s is computed as sigmoid(-2u), since the difference cancels where s is nearly 1.
     */
    private static Node geluCurvature(GradientBuilder b) throws TypeException {
        Node x = within(b, b.x(), GELU_CONSTANT);
        Node argument = ActivationOps.twiceU(b, x);
        double linear = 2 * ActivationOps.SQRT_2_OVER_PI;
        double cubic = 3 * ActivationOps.GELU_CUBIC * linear;
        Node slope = b.add(b.mul(b.square(x), cubic), linear);
        Node bend = b.add(b.mul(slope, 2), b.mul(b.square(x), 2 * cubic));
        Node curve = b.add(bend, b.mul(b.mul(x, b.square(slope)), opposite(b, argument)));
        return b.mul(b.mul(b.dy(), b.operand("dy")), b.mul(logisticSlope(b, argument), curve));
    }

    /**
     * Derivative of {@link #scaledSigmoid} with respect to x, with z = slope · x: dy · slope · s · (1 - s) · (2 + z ·
     * (1 - 2 s)).
     */
    private static Node scaledSigmoidCurvature(GradientBuilder b, double slope) throws TypeException {
        Node x = within(b, b.x(), SILU_CONSTANT);
        Node scaled = slope == 1 ? x : b.mul(x, slope);
        Node curve = b.add(b.mul(scaled, opposite(b, scaled)), 2);
        Node bend = b.mul(logisticSlope(b, scaled), slope == 1 ? curve : b.mul(curve, slope));
        return b.mul(b.mul(b.dy(), b.operand("dy")), bend);
    }

    /** s · (1 - s) of s = sigmoid(z). */
    private static Node logisticSlope(ExpansionBuilder b, Node z) throws TypeException {
        return b.mul(b.op("Sigmoid", z), b.op("Sigmoid", b.op("Neg", z)));
    }

    /** 1 - 2 s of s = sigmoid(z). */
    private static Node opposite(ExpansionBuilder b, Node z) throws TypeException {
        return b.sub(1, b.mul(b.op("Sigmoid", z), 2));
    }

    private static Node mish(ExpansionBuilder b) throws TypeException {
        MishExpansion mish = MishExpansion.of(b);
        Node slope = b.add(mish.tanh(b), b.mul(b.max(b.x(), -SILU_CONSTANT), mish.tanhGradient(b)));
        return b.mul(dy(b), b.select(b.op("Greater", b.x(), MishExpansion.LINEAR), b.number(1, b.x()), slope));
    }

    private static Node elu(ExpansionBuilder b) throws TypeException {
        Node negative = b.mul(dy(b), b.add(y(b), b.operand("alpha")));
        return b.select(b.op("Greater", y(b), 0), dy(b), negative);
    }

    private static Node softplusExt(ExpansionBuilder b) throws TypeException {
        Node scaled = b.mul(b.x(), b.operand("beta"));
        Node smooth = b.mul(b.operand("dout"), b.op("Sigmoid", scaled));
        return b.select(b.op("Greater", scaled, b.operand("threshold")), b.operand("dout"), smooth);
    }

    private static OpRowBuilder selection(String name, String comparison) {
        return OpRow.composites(
                        name,
                        b -> {
                            Node first = b.op(comparison, b.x(), y(b));
                            Node dout = b.operand("dout");
                            Node dx = b.select(first, dout, 0);
                            Node dy = b.select(first, b.number(0, dout), dout);
                            return List.of(b.sumTo(dx, b.x()), b.sumTo(dy, y(b)));
                        },
                        tensor("x"),
                        tensor("y"),
                        tensor("dout"))
                .dtypes(DtypeClass.NUMBER)
                .results(result("dx"), result("dy"))
                .nonDifferentiable("x", "y")
                .shape("the shape of x; that of y")
                .note("both results; one that is not used costs nothing");
    }

    private static Node between(ExpansionBuilder b, double low, double high) throws TypeException {
        return b.op("LogicalAnd", b.op("Greater", b.x(), low), b.op("Less", b.x(), high));
    }

    private static Node dy(ExpansionBuilder b) {
        return b.operand("dy");
    }

    private static Node y(ExpansionBuilder b) {
        return b.operand("y");
    }

    private static OpRowBuilder gradient(String name, Expansion.Single expansion, String... operands) {
        OpParameter[] tensors =
                List.of(operands).stream().map(OpParameter::tensor).toArray(OpParameter[]::new);
        return OpRow.composite(name, expansion).parameters(tensors);
    }
}
