package io.graphkernel.op.definition.network;

import static io.graphkernel.op.row.OpParameter.integer;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.shape.WindowAxis;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Convolutions over one and three axes, and transposed ones, by convolutions over two axes. */
public final class ConvolutionOps {

    private static final String LISTS =
            "; pads are before and after each axis, missing strides and dilations are 1, missing pads 0";

    /** First spatial axis. */
    private static final int FIRST = 2;

    private ConvolutionOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Conv1D" ->
                convolution(name, ConvolutionOps::line)
                        .shape("[n, outputs, length] of [n, channels, length] and [outputs, channels / groups, length]")
                        .document("the convolution along one axis" + LISTS);
            case "Conv3D" ->
                convolution(name, ConvolutionOps::volume)
                        .shape("[n, outputs, depth, height, width] of [n, channels, …] and [outputs, channels / groups,"
                                + " …]")
                        .document("the convolution along three axes" + LISTS);
            case "ConvTranspose" ->
                composite(name, ConvolutionOps::transposed)
                        .parameters(
                                tensor("x"),
                                tensor("weight"),
                                WindowAxis.longs("strides"),
                                WindowAxis.longs("pads"),
                                WindowAxis.longs("dilations"),
                                groups(),
                                WindowAxis.longs("outputPads"))
                        .computedByLibrary()
                        .shape("[n, outputs, …]: (in - 1) · stride - pads + (size - 1) · dilation + 1 + outputPad")
                        .document(
                                "the transposed convolution of [n, channels, …] with weights [channels, outputs / groups,"
                                        + " …] along one, two or three axes: the input gradient of a convolution"
                                        + LISTS);
            default -> null;
        };
    }

    private static OpRowBuilder convolution(String name, Expansion.Single expansion) {
        return composite(name, expansion)
                .parameters(
                        tensor("x"),
                        tensor("weight"),
                        WindowAxis.longs("strides"),
                        WindowAxis.longs("pads"),
                        WindowAxis.longs("dilations"),
                        groups())
                .computedByLibrary();
    }

    private static OpParameter groups() {
        return integer("groups", 1);
    }

    private static List<WindowAxis> windows(ExpansionBuilder b, int least, int most) throws TypeException {
        b.requireRank("x", b.x(), least, most);
        b.requireRank("weight", b.operand("weight"), b.rank(b.x()), b.rank(b.x()));
        return WindowAxis.of(b, Collections.nCopies(b.rank(b.x()) - FIRST, 1L));
    }

    /** Convolves with the attributes of windows; the sizes are those of the weight. */
    private static Node plane(ExpansionBuilder b, Node x, Node weight, WindowAxis rows, WindowAxis columns)
            throws TypeException {
        return b.call(
                "Conv2D",
                Map.of(
                        "strides", b.list(b.extent(rows.stride()), b.extent(columns.stride())),
                        "dilations", b.list(b.extent(rows.dilation()), b.extent(columns.dilation())),
                        "pads",
                                b.list(
                                        b.extent(rows.before()),
                                        b.extent(rows.after()),
                                        b.extent(columns.before()),
                                        b.extent(columns.after()))),
                x,
                weight);
    }

    private static Node line(ExpansionBuilder b) throws TypeException {
        return line(
                b, b.x(), b.operand("weight"), windows(b, FIRST + 1, FIRST + 1).get(0));
    }

    private static Node line(ExpansionBuilder b, Node x, Node weight, WindowAxis window) throws TypeException {
        Axes height = b.axes(FIRST);
        Extent one = b.extent(1);
        Node y = plane(
                b,
                b.reshape(x, b.insert(b.dims(x), height, one)),
                b.reshape(weight, b.insert(b.dims(weight), height, one)),
                new WindowAxis(FIRST, 1, 1, 1, 0, 0),
                window);
        return b.reshape(y, b.list(b.dim(y, b.axes(0)), b.dim(y, b.axes(1)), b.dim(y, b.axes(3))));
    }

    private static Node volume(ExpansionBuilder b) throws TypeException {
        return volume(b, b.x(), b.operand("weight"), windows(b, FIRST + 3, FIRST + 3));
    }

    /** Joins the depths of each window with the channels, and the windows along the depth with the batch. */
    private static Node volume(ExpansionBuilder b, Node x, Node weight, List<WindowAxis> windows) throws TypeException {
        WindowAxis window = windows.get(0);
        Extent one = b.extent(1);
        Extent size = b.dim(weight, b.axes(FIRST));
        Extent span = b.plus(b.times(b.minus(size, one), b.extent(window.dilation())), one);
        Node padded = window.framed(b, x, 0);
        Extent positionCount = b.places(b.dim(padded, b.axes(FIRST)), span, b.extent(window.stride()));
        Extent depth = b.plus(b.quotient(b.minus(positionCount, one), window.stride()), one);
        Dims both = b.list(size, depth);
        Node position = b.add(
                b.mul(b.index(both, b.axes(0)), window.dilation()), b.mul(b.index(both, b.axes(1)), window.stride()));
        Node patches = b.transpose(b.gather(padded, position, b.axes(FIRST)), 0, 3, 1, 2, 4, 5);
        Extent count = b.dim(x, b.axes(0));
        Extent channels = b.times(b.dim(x, b.axes(1)), size);
        Node images = b.reshape(
                patches,
                b.list(b.times(count, depth), channels, b.dim(x, b.axes(FIRST + 1)), b.dim(x, b.axes(FIRST + 2))));
        Node kernel = b.reshape(
                weight,
                b.list(
                        b.dim(weight, b.axes(0)),
                        b.times(b.dim(weight, b.axes(1)), size),
                        b.dim(weight, b.axes(FIRST + 1)),
                        b.dim(weight, b.axes(FIRST + 2))));
        Node y = plane(b, images, kernel, windows.get(1), windows.get(2));
        Node apart = b.reshape(
                y, b.list(count, depth, b.dim(y, b.axes(1)), b.dim(y, b.axes(FIRST)), b.dim(y, b.axes(FIRST + 1))));
        return b.transpose(apart, 0, 2, 1, 3, 4);
    }

    /** Convolves the input with zeros between its elements with the flipped kernel. */
    private static Node transposed(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Node weight = b.operand("weight");
        List<WindowAxis> windows = windows(b, FIRST + 1, FIRST + 3);
        List<Long> more = b.longs("outputPads");
        List<WindowAxis> inner = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            WindowAxis window = windows.get(i);
            Extent covered =
                    b.times(b.minus(b.dim(weight, b.axes(window.axis())), b.extent(1)), b.extent(window.dilation()));
            long last = window.after() - (i < more.size() ? more.get(i) : 0);
            x = apart(b, x, window);
            x = resized(
                    b, x, window.axis(), b.minus(covered, b.extent(window.before())), b.minus(covered, b.extent(last)));
            inner.add(new WindowAxis(window.axis(), 1, 1, window.dilation(), 0, 0));
        }
        Node kernel = flipped(b, weight);
        return switch (inner.size()) {
            case 1 -> line(b, x, kernel, inner.get(0));
            case 2 -> plane(b, x, kernel, inner.get(0), inner.get(1));
            default -> volume(b, x, kernel, inner);
        };
    }

    /** Inserts zeros between the elements along an axis. */
    private static Node apart(ExpansionBuilder b, Node x, WindowAxis window) throws TypeException {
        if (window.stride() == 1) {
            return x;
        }
        Axes next = b.axes(window.axis() + 1);
        Extent size = b.dim(x, b.axes(window.axis()));
        Node alone = b.reshape(x, b.insert(b.dims(x), next, b.extent(1)));
        Node zeros = b.broadcastTo(b.number(0, x), b.replace(b.dims(alone), next, b.extent(window.stride() - 1)));
        Extent whole = b.times(size, b.extent(window.stride()));
        Node spread = b.reshape(b.concat(next, alone, zeros), b.replace(b.dims(x), b.axes(window.axis()), whole));
        Extent kept = b.minus(whole, b.extent(window.stride() - 1));
        return b.narrow(spread, b.axes(window.axis()), b.extent(0), kept);
    }

    /** Adds zeros at both ends of an axis, or removes elements for negative numbers. */
    private static Node resized(ExpansionBuilder b, Node x, int axis, Extent before, Extent after)
            throws TypeException {
        Extent none = b.extent(0);
        Axes along = b.axes(axis);
        Dims dims = b.dims(x);
        Node first = b.broadcastTo(b.number(0, x), b.replace(dims, along, b.larger(before, none)));
        Node last = b.broadcastTo(b.number(0, x), b.replace(dims, along, b.larger(after, none)));
        Node framed = b.concat(along, first, x, last);
        Extent skipped = b.larger(b.minus(none, before), none);
        Extent size = b.plus(b.plus(b.dim(x, along), before), after);
        return b.narrow(framed, along, skipped, size);
    }

    /** Returns the kernel with reversed windows, and with input and output channels exchanged within each group. */
    private static Node flipped(ExpansionBuilder b, Node weight) throws TypeException {
        int rank = b.rank(weight);
        Extent groups = b.extent("groups");
        Extent inputs = b.dividedBy(b.dim(weight, b.axes(0)), groups);
        Extent outputs = b.dim(weight, b.axes(1));
        List<Extent> sizes = new ArrayList<>();
        int[] spatial = new int[rank - FIRST];
        int[] order = new int[rank + 1];
        for (int axis = FIRST; axis < rank; axis++) {
            sizes.add(b.dim(weight, b.axes(axis)));
            spatial[axis - FIRST] = axis;
            order[axis + 1] = axis + 1;
        }
        order[1] = 2;
        order[2] = 1;
        Node apart = b.reshape(weight, joined(b, sizes, groups, inputs, outputs));
        Node exchanged = b.reshape(b.transpose(apart, order), joined(b, sizes, b.times(groups, outputs), inputs));
        return b.call("Reverse", Map.of("axes", b.axes(spatial)), exchanged);
    }

    private static Dims joined(ExpansionBuilder b, List<Extent> last, Extent... first) {
        List<Extent> dims = new ArrayList<>(List.of(first));
        dims.addAll(last);
        return b.list(dims.toArray(Extent[]::new));
    }
}
