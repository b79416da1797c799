package io.graphkernel.op.definition.element;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder;
import io.graphkernel.op.build.DimsBuilder;
import io.graphkernel.op.build.GradientBuilder;

/** Gradient rules of activation functions without a suitable gradient op. */
final class ActivationGradients {

    /** Magnitude below whose negative z · eᶻ is 0 in every dtype. */
    private static final double CELU_CONSTANT = 1024;

    /** Magnitude up to which a series of four terms has ten correct digits. */
    private static final double CELU_SERIES = 0.01;

    private ActivationGradients() {}

    /** dy · scale where x > 0, otherwise dy · alpha · e^(x · rate): shared by the exponential linear units. */
    static Node exponentialUnit(GradientBuilder b, Node positive, Node alpha, Node x) throws TypeException {
        Node negative = b.mul(b.dy(), b.mul(b.op("Exp", b.min(x, 0)), alpha));
        return b.select(b.op("Greater", b.x(), 0), positive, negative);
    }

    /** The adjoint of alpha of x for x > 0, else alpha · (eˣ - 1). */
    static Node eluAlpha(GradientBuilder b) throws TypeException {
        return b.select(b.op("Greater", b.x(), 0), b.number(0, b.dy()), b.mul(b.dy(), b.op("Expm1", b.min(b.x(), 0))));
    }

    /**
     * The adjoint of alpha of x for x > 0, else alpha · (eᶻ - 1) with z = x / alpha: eᶻ - 1 - z · eᶻ. The difference cancels near
     * 0, where its series is -z² · (1/2 + z/3 + z²/8 + z³/30), and z · eᶻ is 0 far below.
     */
    static Node celuAlpha(GradientBuilder b) throws TypeException {
        Node z = b.max(b.div(b.min(b.x(), 0), b.operand("alpha")), -CELU_CONSTANT);
        Node difference = b.sub(b.op("Expm1", z), b.mul(z, b.op("Exp", z)));
        Node cubic = b.add(b.mul(z, 1.0 / 30), 1.0 / 8);
        Node series = b.add(b.mul(b.add(b.mul(cubic, z), 1.0 / 3), z), 0.5);
        Node near = b.op("Neg", b.mul(b.mul(z, series), z));
        Node slope = b.select(b.op("Less", z, -CELU_SERIES), difference, near);
        return b.select(b.op("Greater", b.x(), 0), b.number(0, b.dy()), b.mul(b.dy(), slope));
    }

    /** dy / (1 + |x|)². */
    static Node softsign(GradientBuilder b) throws TypeException {
        Node size = b.add(b.op("Abs", b.x()), 1);
        return b.div(b.div(b.dy(), size), size);
    }

    /** -(|z| · sigmoid(-|z|) + ln(1 + e^-|z|)) / β² · dy with z = β · x, and 0 above the threshold and for z = -∞. */
    static Node softplusByBeta(GradientBuilder b) throws TypeException {
        Node z = b.mul(b.x(), b.operand("beta"));
        Node minus = b.op("Neg", b.op("Abs", z));
        Node linear = b.mul(minus, b.op("Sigmoid", minus));
        Node slope = b.sub(linear, b.op("Log1p", b.op("Exp", minus)));
        Node scaled = b.div(b.div(slope, b.operand("beta")), b.operand("beta"));
        return b.mul(b.dy(), b.select(isSmooth(b, z), scaled, 0));
    }

    /** dout · x · sigmoid(z) · sigmoid(-z) · dy with z = β · x, and 0 above the threshold and for z = -∞. */
    static Node softplusGradientByBeta(GradientBuilder b) throws TypeException {
        return softplusGradient(b, b.x());
    }

    /** dout · β · sigmoid(z) · sigmoid(-z) · dy with z = β · x, and 0 above the threshold. */
    static Node softplusGradientByX(GradientBuilder b) throws TypeException {
        return softplusGradient(b, b.operand("beta"));
    }

    private static Node softplusGradient(GradientBuilder b, Node factor) throws TypeException {
        Node z = b.mul(b.x(), b.operand("beta"));
        Node slope = b.mul(b.op("Sigmoid", z), b.op("Sigmoid", b.op("Neg", z)));
        Node product = b.mul(b.mul(slope, b.operand("dout")), factor);
        return b.mul(b.dy(), b.select(isSmooth(b, z), product, 0));
    }

    private static Node isSmooth(GradientBuilder b, Node z) throws TypeException {
        Node below = b.op("LessEqual", z, b.operand("threshold"));
        return b.op("LogicalAnd", below, b.op("Greater", z, Double.NEGATIVE_INFINITY));
    }

    static Node softShrink(GradientBuilder b) throws TypeException {
        return b.select(b.op("Greater", b.op("Abs", b.x()), b.operand("lambd")), b.dy(), 0);
    }

    /** Returns the adjoints of the two halves of x, value and gate, concatenated. */
    static Node gated(GradientBuilder b) throws TypeException {
        Halves halves = Halves.of(b);
        Node s = b.op("Sigmoid", halves.second);
        Node value = b.mul(b.dy(), s);
        Node gate = b.op("SigmoidGrad", s, b.mul(b.dy(), halves.first));
        return b.concat(b.axes("axis"), value, gate);
    }

    static Node swish(GradientBuilder b) throws TypeException {
        Halves halves = Halves.of(b);
        return b.flag("reversed")
                ? b.concat(b.axes("axis"), other(b, halves.second), activated(b, halves.second, halves.first))
                : b.concat(b.axes("axis"), activated(b, halves.first, halves.second), other(b, halves.first));
    }

    private static Node activated(GradientBuilder b, Node value, Node other) throws TypeException {
        return b.op("SiLUGrad", b.mul(b.dy(), other), value);
    }

    private static Node other(GradientBuilder b, Node value) throws TypeException {
        return b.mul(b.dy(), b.op("SiLU", value));
    }

    private record Halves(Node first, Node second) {

        static Halves of(GradientBuilder b) throws TypeException {
            AxesBuilder.Axes axis = b.axes("axis");
            DimsBuilder.Extent half = b.dividedBy(b.dim(b.x(), axis), b.extent(2));
            return new Halves(b.narrow(b.x(), axis, b.extent(0), half), b.narrow(b.x(), axis, half, half));
        }
    }
}
