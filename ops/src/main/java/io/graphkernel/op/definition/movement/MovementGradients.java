package io.graphkernel.op.definition.movement;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.GradientBuilder;
import java.util.ArrayList;
import java.util.List;

/** Gradient rules of ops that split a tensor. */
final class MovementGradients {

    private MovementGradients() {}

    /** Concatenates the cotangents of the slices. */
    static Node joined(GradientBuilder b) throws TypeException {
        return b.concat(b.axes("axis"), b.dys().toArray(Node[]::new));
    }

    /** Stacks the cotangents of slices without the split axis. */
    static Node stacked(GradientBuilder b) throws TypeException {
        Axes axis = b.axes("axis");
        List<Node> slices = new ArrayList<>();
        for (Node slice : b.dys()) {
            slices.add(b.reshape(slice, b.replace(b.dims(b.x()), axis, b.extent(1))));
        }
        return b.concat(axis, slices.toArray(Node[]::new));
    }

    /**
     * Returns, for each position along the axis, the sum of the cotangents of the elements gathered from it. Invalid
     * indices contribute nothing.
     */
    static Node gathered(GradientBuilder b) throws TypeException {
        Axes axis = b.axes("axis");
        Extent count = b.at(b.flattened(b.operand("indices"), b.axes(0)), b.extent(1));
        Extent before = b.at(b.around(b.x(), axis, b.extent(1)), b.extent(0));
        Extent after = b.at(b.after(b.x(), axis, b.extent(1)), b.extent(2));
        Node slices = b.reshape(b.dy(), b.list(before, count, after));
        Node indices = b.reshape(b.operand("indices"), b.list(count));
        return b.reshape(b.gatherGradient(slices, indices, b.dim(b.x(), axis)), b.dims(b.x()));
    }
}
