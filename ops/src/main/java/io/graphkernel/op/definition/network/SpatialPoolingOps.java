package io.graphkernel.op.definition.network;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.shape.WindowAxis;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Pooling over any number of spatial axes, along one axis after the other. */
public final class SpatialPoolingOps {

    private static final String WINDOWS = "[n, channels, …] with the number of windows along each axis of kernelSize";

    private static final String OF_WINDOWS =
            " of each window of kernelSize, along as many axes; pads are before and after each axis, missing strides are"
                    + " 1";

    private static final String ADAPTED = "[n, channels, …] with size as last dims";

    private SpatialPoolingOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "MaxPoolNd" ->
                composite(name, SpatialPoolingOps::maximum)
                        .parameters(windowParameters(bool("ceilMode", false)))
                        .shape(WINDOWS)
                        .document("the greatest element" + OF_WINDOWS)
                        .note("with ceilMode, the last window may end behind the padding");
            case "AvgPoolNd" ->
                composite(name, SpatialPoolingOps::average)
                        .parameters(windowParameters(bool("countIncludePad", true), bool("ceilMode", false)))
                        .shape(WINDOWS)
                        .document("the mean" + OF_WINDOWS + "; padding counts if countIncludePad says so")
                        .note(
                                "with ceilMode, the last window may end behind the padding, of which nothing counts there");
            case "MaxPoolWithIndices" ->
                OpRow.composites(name, SpatialPoolingOps::maximumAndIndex, windowParameters(bool("ceilMode", false)))
                        .results(result("values"), result("indices", OpDtype.I64))
                        .shape(WINDOWS)
                        .document("the first greatest element" + OF_WINDOWS
                                + ", and its row-major position in the spatial axes of x")
                        .note("NaN is the greatest");
            case "MaxUnpool" ->
                composite(name, SpatialPoolingOps::unpooled)
                        .parameters(tensor("x"), tensor("indices", OpDtype.INDEX), attribute("size", Kind.DIMS))
                        .limits(b -> {
                            b.sizes("size");
                            b.elements(b.dims("size"));
                        })
                        .dtypes(DtypeClass.NUMBER)
                        .tolerance("exact")
                        .shape(ADAPTED)
                        .document("zeros with the elements of x at the indices of MaxPoolWithIndices; of several at an"
                                + " index the last one counts");
            case "AdaptiveAvgPool" ->
                adaptive(name, (b, x, isInside, axis) -> {
                            Node sum = b.reduce("ReduceSum", b.select(isInside, x, 0), b.axes(axis), false);
                            Node ones = b.select(isInside, b.number(1, x), 0);
                            return b.div(sum, b.reduce("ReduceSum", ones, b.axes(axis), false));
                        })
                        .document("the means of windows that divide the last axes into size parts, which overlap where"
                                + " there is a remainder");
            case "AdaptiveMaxPool" ->
                adaptive(
                                name,
                                (b, x, isInside, axis) -> b.reduce(
                                        "ReduceMax",
                                        b.select(isInside, x, Double.NEGATIVE_INFINITY),
                                        b.axes(axis),
                                        false))
                        .document("the greatest elements of windows that divide the last axes into size parts, which"
                                + " overlap where there is a remainder");
            default -> null;
        };
    }

    private static OpParameter[] windowParameters(OpParameter... last) {
        List<OpParameter> parameters = new ArrayList<>(Arrays.asList(WindowAxis.parameters(tensor("x"))));
        parameters.addAll(List.of(last));
        return parameters.toArray(OpParameter[]::new);
    }

    private static List<WindowAxis> windows(ExpansionBuilder b) throws TypeException {
        List<WindowAxis> windows = WindowAxis.of(b);
        return b.flag("ceilMode") ? windows.stream().map(WindowAxis::ceiled).toList() : windows;
    }

    private static Node maximum(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        for (WindowAxis window : windows(b)) {
            Node padded = window.framed(b, x, Double.NEGATIVE_INFINITY);
            x = window.combined(b, padded, (y, z) -> b.op("Maximum", y, z));
        }
        return x;
    }

    private static Node average(ExpansionBuilder b) throws TypeException {
        Node sum = b.x();
        Node ones = null;
        List<WindowAxis> exact = WindowAxis.of(b);
        List<WindowAxis> windows = windows(b);
        for (int i = 0; i < windows.size(); i++) {
            WindowAxis window = windows.get(i);
            sum = window.combined(b, window.framed(b, sum, 0), b::add);
            Node count = counted(b, exact.get(i), window);
            ones = ones == null ? count : b.mul(ones, count);
        }
        return b.div(sum, ones);
    }

    /** Returns the number of elements that count in each window along an axis, [windows, 1, …]. */
    private static Node counted(ExpansionBuilder b, WindowAxis exact, WindowAxis window) throws TypeException {
        Node x = b.x();
        Extent one = b.extent(1);
        Extent size = b.dim(x, b.axes(window.axis()));
        boolean isPadCounted = b.flag("countIncludePad");
        boolean isWhole = window.before() + window.after() == 0 || isPadCounted && window.after() == exact.after();
        if (isWhole) {
            return b.number(window.size(), x);
        }
        Dims alone = b.replace(b.filled(x, one), b.axes(window.axis()), window.padded(b, size));
        Node coordinate = b.add(b.index(alone, b.axes(window.axis())), isPadCounted ? 0 : -window.before());
        Extent counting = isPadCounted ? exact.padded(b, size) : size;
        Node isCounted = b.op(
                "LogicalAnd",
                b.op("GreaterEqual", coordinate, 0),
                b.op("Less", coordinate, b.number(counting, coordinate)));
        return window.combined(b, b.castLike(isCounted, x), b::add);
    }

    private static List<Node> maximumAndIndex(ExpansionBuilder b) throws TypeException {
        List<WindowAxis> windows = windows(b);
        Node value = b.x();
        Dims inner = b.dims(b.x());
        for (int axis = 0; axis < 2; axis++) {
            inner = b.replace(inner, b.axes(axis), b.extent(1));
        }
        Node index = b.rowMajorIndex(inner);
        for (int i = windows.size() - 1; i >= 0; i--) {
            WindowAxis window = windows.get(i);
            Node values = window.framed(b, value, Double.NEGATIVE_INFINITY);
            Node indices = edged(b, index, window);
            b.unroll(b.extent(window.size()));
            value = window.element(b, values, 0);
            index = window.element(b, indices, 0);
            for (long number = 1; number < window.size(); number++) {
                Node next = window.element(b, values, number);
                Node isGreater = b.op("LogicalNot", b.op("LessEqual", next, value));
                Node isTaken = b.op("LogicalAnd", isGreater, b.op("LogicalNot", b.op("IsNan", value)));
                value = b.select(isTaken, next, value);
                index = b.select(isTaken, window.element(b, indices, number), index);
            }
        }
        return List.of(value, b.broadcastTo(index, b.dims(value)));
    }

    /** Returns indices with those of the edges as padding: a window of equal elements has the first one inside. */
    private static Node edged(ExpansionBuilder b, Node index, WindowAxis window) throws TypeException {
        Axes axis = b.axes(window.axis());
        Extent one = b.extent(1);
        Dims dims = b.dims(index);
        Node first = b.narrow(index, axis, b.extent(0), one);
        Node last = b.narrow(index, axis, b.minus(b.dim(index, axis), one), one);
        return b.concat(
                axis,
                b.broadcastTo(first, b.replace(dims, axis, b.extent(window.before()))),
                index,
                b.broadcastTo(last, b.replace(dims, axis, b.extent(window.after()))));
    }

    private static Node unpooled(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Dims rows = b.flattened(x, b.axes(2));
        Extent size = b.extent(1);
        List<Extent> dims = new ArrayList<>(List.of(b.dim(x, b.axes(0)), b.dim(x, b.axes(1))));
        for (int axis = 2; axis < b.rank(x); axis++) {
            Extent extent = b.item(b.dims("size"), b.axes(axis - 2));
            size = b.times(size, extent);
            dims.add(extent);
        }
        Node zeros = b.broadcastTo(b.number(0, x), b.list(b.at(rows, b.extent(0)), size));
        Node filled = b.op(Node.SCATTER, zeros, b.reshape(b.operand("indices"), rows), b.reshape(x, rows));
        return b.reshape(filled, b.list(dims.toArray(Extent[]::new)));
    }

    /** Reduction along an axis of the elements inside of a window. */
    private interface Pool {

        Node of(ExpansionBuilder b, Node x, Node isInside, int axis) throws TypeException;
    }

    private static OpRowBuilder adaptive(String name, Pool pool) {
        return composite(name, b -> adapted(b, pool))
                .parameters(tensor("x"), attribute("size", Kind.DIMS))
                .limits(b -> {
                    b.sizes("size");
                    b.elements(b.dims("size"));
                    for (int axis = 2; axis < b.rank(b.x()); axis++) {
                        b.notEmpty(b.dim(b.x(), b.axes(axis)));
                    }
                })
                .shape(ADAPTED);
    }

    /** Compares the positions along each axis with the ends of all windows. */
    private static Node adapted(ExpansionBuilder b, Pool pool) throws TypeException {
        Node x = b.x();
        Extent one = b.extent(1);
        for (int axis = 2; axis < b.rank(b.x()); axis++) {
            Extent in = b.dim(x, b.axes(axis));
            Extent out = b.item(b.dims("size"), b.axes(axis - 2));
            Dims both = b.replace(b.filled(x, one), b.axes(axis), in);
            Dims windows = b.insert(both, b.axes(axis), out);
            Node window = b.index(windows, b.axes(axis));
            Node coordinate = b.index(windows, b.axes(axis + 1));
            Node width = b.number(in, window);
            Node count = b.op("Maximum", b.number(out, window), b.number(1, window));
            Node start = b.op("FloorDiv", b.mul(window, width), count);
            Node end = b.op("FloorDiv", b.add(b.mul(b.add(window, 1), width), b.sub(count, b.number(1, count))), count);
            Node isInside = b.op("LogicalAnd", b.op("GreaterEqual", coordinate, start), b.op("Less", coordinate, end));
            Node apart = b.reshape(x, b.insert(b.dims(x), b.axes(axis), one));
            x = pool.of(b, apart, isInside, axis + 1);
        }
        return x;
    }
}
