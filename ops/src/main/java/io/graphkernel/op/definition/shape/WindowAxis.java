package io.graphkernel.op.definition.shape;

import static io.graphkernel.op.row.OpParameter.longs;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.RepetitionBuilder.Fold;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Windows along one axis.
 *
 * @param axis nonnegative axis
 * @param size number of elements per window
 * @param stride distance of windows
 * @param dilation distance of the elements of a window
 * @param before padding before the first element
 * @param after padding after the last element
 */
public record WindowAxis(int axis, long size, long stride, long dilation, long before, long after) {

    /** Returns the parameters kernelSize, strides, pads and dilations. */
    public static OpParameter[] parameters(OpParameter... first) {
        List<OpParameter> parameters = new ArrayList<>(List.of(first));
        parameters.add(OpParameter.attribute("kernelSize", Kind.LONGS));
        parameters.add(longs("strides"));
        parameters.add(longs("pads"));
        parameters.add(longs("dilations"));
        return parameters.toArray(OpParameter[]::new);
    }

    /** Returns a parameter of integers that may be left out. */
    public static OpParameter longs(String name) {
        return OpParameter.longs(name, List.of());
    }

    /**
     * Returns the windows of the attributes, one for each number of kernelSize, along the axes from 2. Missing strides
     * and dilations are 1, missing pads 0.
     */
    public static List<WindowAxis> of(ExpansionBuilder b) throws TypeException {
        int rank = b.longs("kernelSize").size() + 2;
        b.requireRank("x", b.x(), rank, rank);
        return of(b, b.longs("kernelSize"));
    }

    /** Returns the windows of the attributes for given sizes. */
    public static List<WindowAxis> of(ExpansionBuilder b, List<Long> sizes) throws TypeException {
        List<WindowAxis> windows = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            WindowAxis window = new WindowAxis(
                    i + 2,
                    sizes.get(i),
                    item(b, "strides", i, 1),
                    item(b, "dilations", i, 1),
                    item(b, "pads", 2 * i, 0),
                    item(b, "pads", 2 * i + 1, 0));
            b.atLeast("kernelSize", b.extent(window.size), b.extent(1));
            b.atLeast("strides", b.extent(window.stride), b.extent(1));
            b.atLeast("dilations", b.extent(window.dilation), b.extent(1));
            b.atLeast("pads", b.extent(Math.min(window.before, window.after)), b.extent(0));
            windows.add(window);
        }
        return windows;
    }

    private static long item(ExpansionBuilder b, String name, int index, long missing) {
        List<Long> list = b.longs(name);
        return index < list.size() ? list.get(index) : missing;
    }

    /** Returns the number of elements from the first to the last one of a window. */
    public long span() {
        return (size - 1) * dilation + 1;
    }

    /** Returns the number of windows over an axis with padding. */
    public Extent count(ExpansionBuilder b, Extent padded) throws TypeException {
        Extent positionCount = b.places(padded, b.extent(span()), b.extent(stride));
        return b.plus(b.quotient(b.minus(positionCount, b.extent(1)), stride), b.extent(1));
    }

    /** Returns the size of the axis with padding. */
    public Extent padded(ExpansionBuilder b, Extent extent) {
        return b.plus(extent, b.extent(before + after));
    }

    /** Returns x with padding of a value. */
    public Node framed(ExpansionBuilder b, Node x, double value) throws TypeException {
        return framed(b, x, value, b.extent(after));
    }

    /** Returns x with padding of a value, and another number of elements after the last one. */
    public Node framed(ExpansionBuilder b, Node x, double value, Extent last) throws TypeException {
        if (before == 0 && b.areKnownEqual(last, b.extent(0))) {
            return x;
        }
        Dims dims = b.dims(x);
        Node first = b.broadcastTo(b.number(value, x), b.replace(dims, b.axes(axis), b.extent(before)));
        Node end = b.broadcastTo(b.number(value, x), b.replace(dims, b.axes(axis), last));
        return b.concat(b.axes(axis), first, x, end);
    }

    /** Returns the windows whose last one may begin inside and end outside of the padding. */
    public WindowAxis ceiled() {
        long extra = Math.max(0, Math.min(stride - 1, span() - 1 - after));
        return new WindowAxis(axis, size, stride, dilation, before, after + extra);
    }

    /** Combines the elements of each window of a padded tensor, which become one view per element of the window. */
    public Node combined(ExpansionBuilder b, Node padded, Fold combine) throws TypeException {
        b.unroll(b.extent(size));
        Node value = element(b, padded, 0);
        for (long number = 1; number < size; number++) {
            value = combine.step(value, element(b, padded, number));
        }
        return value;
    }

    /** Returns an element of each window of a padded tensor. */
    public Node element(ExpansionBuilder b, Node padded, long number) throws TypeException {
        Extent positionCount = b.places(b.dim(padded, b.axes(axis)), b.extent(span()), b.extent(stride));
        Extent start = b.extent(number * dilation);
        return b.windows(
                padded,
                b.replace(b.filled(padded, b.extent(0)), b.axes(axis), start),
                b.replace(b.dims(padded), b.axes(axis), b.plus(start, positionCount)),
                b.replace(b.filled(padded, b.extent(1)), b.axes(axis), b.extent(stride)));
    }

    /** Returns the position of each element of each window in the padded axis, as i64 [size, count]. */
    public Node positions(ExpansionBuilder b, Extent count) throws TypeException {
        Dims dims = b.list(b.extent(size), count);
        return b.add(b.mul(b.index(dims, b.axes(0)), dilation), b.mul(b.index(dims, b.axes(1)), stride));
    }
}
