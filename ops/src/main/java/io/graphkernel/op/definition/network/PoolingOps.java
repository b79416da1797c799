package io.graphkernel.op.definition.network;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.longs;
import static io.graphkernel.op.row.OpParameter.tensor;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.RepetitionBuilder.Fold;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/**
 * Pooling of NCHW input: one element for each window. The input is read through one view per window element, in a
 * single kernel. A window that covers the whole input is a reduction.
 *
 * <p>Gradients are derived from these ops on every target, without libraries. oneDNN assigns the cotangent of a maximum
 * to the first of equal elements, and requires a workspace from its forward call. Other targets have no such library. A
 * uniform rule for ties takes precedence over library speed.
 */
public final class PoolingOps {

    private static final String SHAPE =
            "[n, channels, height, width]: (in + pads - kernelSize) / stride + 1, rounded down";
    private static final String WINDOWS =
            "of each window of kernelSize, height and width, at every strides; pads are top, bottom, left, right";

    private PoolingOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "AvgPool" ->
                OpRow.composite(name, PoolingOps::average)
                        .parameters(tensor("x"), kernelSize(), strides(), pads(), bool("countIncludePad", true))
                        .shape(SHAPE)
                        .document("the mean " + WINDOWS
                                + ", which are zeros and count if countIncludePad says so; strides are 1 unless they are"
                                + " given, where other libraries take kernelSize");
            case "MaxPool" ->
                OpRow.composite(name, PoolingOps::maximum)
                        .parameters(tensor("x"), kernelSize(), strides(), pads())
                        .shape(SHAPE)
                        .document("the greatest element " + WINDOWS
                                + ", which are less than any element; strides are 1 unless they are given,"
                                + " where other libraries take kernelSize")
                        .note(
                                "the gradient goes to the greatest element; equal ones halve it at each comparison, first of"
                                        + " rows, then of columns, or share it evenly where the window is the whole image");
            default -> null;
        };
    }

    private static OpParameter kernelSize() {
        return attribute("kernelSize", Kind.LONGS);
    }

    private static OpParameter strides() {
        return longs("strides", List.of(1L, 1L));
    }

    private static OpParameter pads() {
        return longs("pads", List.of(0L, 0L, 0L, 0L));
    }

    /** Padding at each edge of the input. */
    private record Pads(Extent top, Extent bottom, Extent left, Extent right) {

        static Pads of(ExpansionBuilder b) throws TypeException {
            Dims pads = b.dims("pads");
            Extent rows = b.item(b.dims("kernelSize"), b.axes(0));
            Extent columns = b.item(b.dims("kernelSize"), b.axes(1));
            return new Pads(
                    b.padding(b.item(pads, b.axes(0)), rows),
                    b.padding(b.item(pads, b.axes(1)), rows),
                    b.padding(b.item(pads, b.axes(2)), columns),
                    b.padding(b.item(pads, b.axes(3)), columns));
        }
    }

    private static Node average(ExpansionBuilder b) throws TypeException {
        Pads pads = Pads.of(b);
        Node sum = sumOverWindows(b, framed(b, b.x(), 0, pads));
        if (b.flag("countIncludePad")) {
            Extent count = b.times(b.item(b.dims("kernelSize"), b.axes(0)), b.item(b.dims("kernelSize"), b.axes(1)));
            return b.div(sum, b.number(count, sum));
        }
        return b.div(sum, inside(b, pads));
    }

    private static Node maximum(ExpansionBuilder b) throws TypeException {
        Node images = framed(b, b.x(), Double.NEGATIVE_INFINITY, Pads.of(b));
        return overWindows(b, images, "ReduceMax", (x, y) -> b.op("Maximum", x, y));
    }

    /** Returns the number of elements of each window that are not padding, [1, 1, height, width]. */
    private static Node inside(ExpansionBuilder b, Pads pads) throws TypeException {
        Extent one = b.extent(1);
        Dims image = b.list(one, one, b.dim(b.x(), b.axes(2)), b.dim(b.x(), b.axes(3)));
        Node ones = b.broadcastTo(b.number(1, b.x()), image);
        return sumOverWindows(b, framed(b, ones, 0, pads));
    }

    private static Node framed(ExpansionBuilder b, Node images, double value, Pads pads) throws TypeException {
        Node taller = framed(b, images, value, b.axes(2), pads.top(), pads.bottom());
        return framed(b, taller, value, b.axes(3), pads.left(), pads.right());
    }

    private static Node framed(ExpansionBuilder b, Node x, double value, Axes axis, Extent before, Extent after)
            throws TypeException {
        Node first = b.broadcastTo(b.number(value, x), b.replace(b.dims(x), axis, before));
        Node last = b.broadcastTo(b.number(value, x), b.replace(b.dims(x), axis, after));
        return b.concat(axis, first, x, last);
    }

    private static Node sumOverWindows(ExpansionBuilder b, Node images) throws TypeException {
        return overWindows(b, images, "ReduceSum", b::add);
    }

    /**
     * Reduces over windows. All elements of a window share the positions of the first, at a constant offset. A window
     * that covers the whole input is reduced directly.
     */
    private static Node overWindows(ExpansionBuilder b, Node images, String reduction, Fold combine)
            throws TypeException {
        Extent none = b.extent(0);
        Extent one = b.extent(1);
        Extent rows = b.item(b.dims("kernelSize"), b.axes(0));
        Extent columns = b.item(b.dims("kernelSize"), b.axes(1));
        Extent down = b.item(b.dims("strides"), b.axes(0));
        Extent right = b.item(b.dims("strides"), b.axes(1));
        Extent height = b.places(b.dim(images, b.axes(2)), rows, down);
        Extent width = b.places(b.dim(images, b.axes(3)), columns, right);
        if (b.areKnownEqual(height, one) && b.areKnownEqual(width, one)) {
            return b.reduce(reduction, images, b.axes(2, 3), true);
        }
        b.unroll(b.times(rows, columns));
        Extent count = b.dim(images, b.axes(0));
        Extent channels = b.dim(images, b.axes(1));
        return b.repeat(
                rows,
                row -> b.repeat(
                        columns,
                        column -> b.windows(
                                images,
                                b.list(none, none, row, column),
                                b.list(count, channels, b.plus(row, height), b.plus(column, width)),
                                b.list(one, one, down, right)),
                        combine),
                combine);
    }
}
