package io.graphkernel.op.definition.reduction;

import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.Map;

/** Softmax, log-softmax and their gradients. */
public final class SoftmaxOps {

    private SoftmaxOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Softmax" ->
                composite(name, SoftmaxOps::softmax)
                        .gradient("x", b -> b.call("SoftmaxGrad", Map.of(), b.dy(), b.result()))
                        .parameters(tensor("x"), axis("axis", -1))
                        .shape("the shape of x")
                        .document("eˣ / Σ eˣ along an axis, after subtracting the maximum");
            case "LogSoftmax" ->
                composite(name, SoftmaxOps::logSoftmax)
                        .gradient("x", b -> b.call("LogSoftmaxGrad", Map.of(), logSoftmax(b), b.dy()))
                        .parameters(tensor("x"), axis("axis", -1))
                        .shape("the shape of x")
                        .document("ln softmax(x) along an axis, computed as d - ln Σ eᵈ with d = x - max x");
            case "SoftmaxGrad" ->
                composite(name, SoftmaxOps::softmaxGradient)
                        .parameters(tensor("dy"), tensor("y"), axis("axis", -1))
                        .aliases("SoftmaxBackward")
                        .shape("the shape of y")
                        .document("y · (dy - Σ dy · y) along an axis, with y the softmax");
            case "SoftmaxGradExt" ->
                composite(name, SoftmaxOps::softmaxGradientExt)
                        .parameters(tensor("x"), tensor("y"), tensor("z"), axis("axis", -1))
                        .shape("the shape of x")
                        .document("(x - Σ x · y) · y · z along an axis");
            case "LogSoftmaxGrad" ->
                composite(name, SoftmaxOps::logSoftmaxGradient)
                        .parameters(tensor("y"), tensor("dy"), axis("axis", -1))
                        .shape("the shape of y")
                        .document("dy - eʸ · Σ dy along an axis, with y the log-softmax");
            default -> null;
        };
    }

    private static Node softmax(ExpansionBuilder b) throws TypeException {
        return softmax(b, b.x(), b.axes("axis"));
    }

    /** Returns the softmax along an axis. */
    public static Node softmax(ExpansionBuilder b, Node x, Axes axis) throws TypeException {
        Node exponential = b.op("Exp", b.sub(x, b.reduce("ReduceMax", x, axis, true)));
        return b.mul(exponential, b.op("Reciprocal", b.reduce("ReduceSum", exponential, axis, true)));
    }

    private static Node logSoftmax(ExpansionBuilder b) throws TypeException {
        return logSoftmax(b, b.x(), b.axes("axis"));
    }

    static Node logSoftmax(ExpansionBuilder b, Node x, Axes axis) throws TypeException {
        Node shifted = b.sub(x, b.reduce("ReduceMax", x, axis, true));
        return b.sub(shifted, b.op("Log", b.reduce("ReduceSum", b.op("Exp", shifted), axis, true)));
    }

    private static Node softmaxGradient(ExpansionBuilder b) throws TypeException {
        Node dy = b.operand("dy");
        Node y = b.operand("y");
        return b.mul(y, b.sub(dy, b.reduce("ReduceSum", b.mul(dy, y), b.axes("axis"), true)));
    }

    private static Node softmaxGradientExt(ExpansionBuilder b) throws TypeException {
        Node y = b.operand("y");
        Node sum = b.reduce("ReduceSum", b.mul(b.x(), y), b.axes("axis"), true);
        return b.mul(b.mul(b.sub(b.x(), sum), y), b.operand("z"));
    }

    private static Node logSoftmaxGradient(ExpansionBuilder b) throws TypeException {
        Node dy = b.operand("dy");
        Node sum = b.reduce("ReduceSum", dy, b.axes("axis"), true);
        return b.sub(dy, b.mul(b.op("Exp", b.operand("y")), sum));
    }
}
