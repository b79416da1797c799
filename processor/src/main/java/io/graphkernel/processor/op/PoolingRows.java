package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.attribute;
import static io.graphkernel.processor.op.OpParameter.bool;
import static io.graphkernel.processor.op.OpParameter.tensor;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.DimsBuilder.Axes;
import io.graphkernel.processor.op.DimsBuilder.Dims;
import io.graphkernel.processor.op.DimsBuilder.Extent;
import io.graphkernel.processor.op.OpParameter.Kind;
import io.graphkernel.processor.op.RepetitionBuilder.Fold;
import java.util.List;
import java.util.Optional;

/**
 * Pooling of images [n, channels, height, width]: one element for each window. A window is as many views of the images as
 * it has elements, and a kernel reads them all; one that is the whole image is a reduction.
 *
 * <p>Gradients are derived from these ops, on every target, and no library computes them: oneDNN gives all of a maximum's
 * cotangent to the first of equal elements, which it has to keep from its own forward call, and other targets have no such
 * library. One rule for ties counts more than the library.
 */
final class PoolingRows {

    private static final String SHAPE =
            "[n, channels, height, width]: (in + pads - kernelSize) / stride + 1, rounded down";
    private static final String WINDOWS =
            "of each window of kernelSize, height and width, at every strides; pads are top, bottom, left, right";

    private PoolingRows() {}

    static List<OpRowBuilder> all() {
        return List.of(
                OpRow.composite("AvgPool", PoolingRows::average)
                        .takes(tensor("x"), kernelSize(), strides(), pads(), bool("countIncludePad", true))
                        .shape(SHAPE)
                        .document("the mean " + WINDOWS + ", which are zeros and count if countIncludePad says so"),
                OpRow.composite("MaxPool", PoolingRows::maximum)
                        .takes(tensor("x"), kernelSize(), strides(), pads())
                        .shape(SHAPE)
                        .document("the greatest element " + WINDOWS + ", which are less than any element")
                        .note(
                                "the gradient goes to the greatest element; equal ones halve it at each comparison, first of"
                                        + " rows, then of columns, or share it evenly where the window is the whole image"));
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

    private static OpParameter longs(String name, List<Long> defaultValue) {
        return new OpParameter(name, Kind.LONGS, OpDtype.OWN, false, Optional.of(defaultValue), "");
    }

    /** How far windows reach over each edge of the images. */
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

    /** How many elements of each window are no padding, [1, 1, height, width]. */
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
     * A window is at as many places along an axis as its first element, and its other elements come that far after it. One that
     * is the whole image is reduced.
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
                        column -> b.stridedSlice(
                                images,
                                b.list(none, none, row, column),
                                b.list(count, channels, b.plus(row, height), b.plus(column, width)),
                                b.list(one, one, down, right)),
                        combine),
                combine);
    }
}
