package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;

/** Gradient rules of activation functions that have no gradient op of their own, or one over the wrong operands. */
final class ActivationGradients {

    private ActivationGradients() {}

    /** dy · scale where x > 0, else dy · alpha · e^(x · rate): what the exponential linear units have in common. */
    static Node exponentialUnit(GradientBuilder b, Node positive, Node alpha, Node x) throws TypeException {
        Node negative = b.mul(b.dy(), b.mul(b.op("Exp", b.min(x, 0)), alpha));
        return b.select(b.op("Greater", b.x(), 0), positive, negative);
    }

    /** The adjoint of alpha of x for x > 0, else alpha · (eˣ - 1). */
    static Node eluAlpha(GradientBuilder b) throws TypeException {
        return b.select(b.op("Greater", b.x(), 0), b.number(0, b.dy()), b.mul(b.dy(), b.op("Expm1", b.min(b.x(), 0))));
    }

    /** The adjoint of alpha of x for x > 0, else alpha · (eᶻ - 1) with z = x / alpha: eᶻ - 1 - z · eᶻ. */
    static Node celuAlpha(GradientBuilder b) throws TypeException {
        Node z = b.div(b.min(b.x(), 0), b.operand("alpha"));
        Node slope = b.sub(b.op("Expm1", z), b.mul(z, b.op("Exp", z)));
        return b.select(b.op("Greater", b.x(), 0), b.number(0, b.dy()), b.mul(b.dy(), slope));
    }

    /** dy / (1 + |x|)². */
    static Node softsign(GradientBuilder b) throws TypeException {
        Node size = b.add(b.op("Abs", b.x()), 1);
        return b.div(b.div(b.dy(), size), size);
    }

    static Node softShrink(GradientBuilder b) throws TypeException {
        return b.select(b.op("Greater", b.op("Abs", b.x()), b.operand("lambd")), b.dy(), 0);
    }

    /** The adjoints of the two halves of x, one after the other: of the value and of the gate. */
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
            DimsBuilder.Axes axis = b.axes("axis");
            DimsBuilder.Extent half = b.dividedBy(b.dim(b.x(), axis), b.extent(2));
            return new Halves(b.narrow(b.x(), axis, b.extent(0), half), b.narrow(b.x(), axis, half, half));
        }
    }
}
