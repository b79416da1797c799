package io.graphkernel.op.definition.shape;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.enumeration;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.List;

/** Padding with elements of the tensor, and windows as columns of a matrix. */
public final class PaddingOps {

    private static final String PADS = "; pads are before and after each axis, missing strides and dilations are 1";

    private PaddingOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "PadV3" ->
                composite(name, PaddingOps::padded)
                        .parameters(
                                tensor("x"),
                                attribute("before", Kind.DIMS),
                                attribute("after", Kind.DIMS),
                                enumeration("mode", "PaddingMode", "REFLECT"))
                        .limits(PaddingOps::paddingLimits)
                        .dtypes(DtypeClass.STORED)
                        .tolerance("exact")
                        .shape("the dims of x, plus before and after")
                        .document("x with zeros or elements of its own before and after each axis: mirrored ones, those"
                                + " of the edge, or those of the opposite edge, repeated as often as needed");
            case "Unfold" ->
                composite(name, PaddingOps::unfolded)
                        .parameters(WindowAxis.parameters(tensor("x")))
                        .dtypes(DtypeClass.NUMBER)
                        .tolerance("exact")
                        .shape("[n, channels · elements of a window, windows] of [n, channels, …]")
                        .document("the windows of kernelSize as columns (im2col); padding is 0" + PADS);
            case "Fold" ->
                composite(name, PaddingOps::folded)
                        .parameters(WindowAxis.parameters(tensor("x"), attribute("size", Kind.DIMS)))
                        .limits(b -> b.sizes("size"))
                        .dtypes(DtypeClass.FLOAT)
                        .shape("[n, channels, …] with size as last dims, of [n, channels · elements of a window,"
                                + " windows]")
                        .document("the sums of all elements of windows that Unfold takes from a position (col2im)"
                                + PADS);
            default -> null;
        };
    }

    private static void paddingLimits(ExpansionBuilder b) throws TypeException {
        b.sizes("before");
        b.sizes("after");
        for (int axis = 0; axis < b.rank(b.x()); axis++) {
            b.notEmpty(b.dim(b.x(), b.axes(axis)));
        }
        b.elements(b.sums(b.dims(b.x()), b.dims("before"), b.dims("after")));
    }

    private static Node padded(ExpansionBuilder b) throws TypeException {
        Extent none = b.extent(0);
        return b.overAxes(b.x(), (value, axis) -> {
            Extent before = b.item(b.dims("before"), axis);
            Extent after = b.item(b.dims("after"), axis);
            if (b.areKnownEqual(before, none) && b.areKnownEqual(after, none)) {
                return value;
            }
            if (!b.choice("mode").equals("ZEROS")) {
                return surrounded(b, value, before, after, axis);
            }
            Extent size = b.plus(b.plus(before, b.dim(value, axis)), after);
            Node coordinate = b.rowMajorIndex(b.list(size));
            return withZeros(b, value, b.sub(coordinate, b.number(before, coordinate)), axis);
        });
    }

    /** Gathers only the elements of the margins, and copies the others. */
    private static Node surrounded(ExpansionBuilder b, Node x, Extent before, Extent after, Axes axis)
            throws TypeException {
        Extent size = b.dim(x, axis);
        List<Node> slices = new ArrayList<>(List.of(x));
        if (!b.areKnownEqual(before, b.extent(0))) {
            Node position = b.rowMajorIndex(b.list(before));
            slices.add(0, margin(b, x, b.sub(position, b.number(before, position)), axis));
        }
        if (!b.areKnownEqual(after, b.extent(0))) {
            Node position = b.rowMajorIndex(b.list(after));
            slices.add(margin(b, x, b.add(position, b.number(size, position)), axis));
        }
        return b.concat(axis, slices.toArray(Node[]::new));
    }

    private static Node margin(ExpansionBuilder b, Node x, Node position, Axes axis) throws TypeException {
        return b.gather(x, PaddedIndex.of(b, b.choice("mode"), position, b.dim(x, axis)), axis);
    }

    private static Node withZeros(ExpansionBuilder b, Node x, Node position, Axes axis) throws TypeException {
        Extent size = b.dim(x, axis);
        Node elements = b.gather(x, PaddedIndex.of(b, "EDGE", position, size), axis);
        Node isInside = PaddedIndex.isInside(b, position, b.number(b.minus(size, b.extent(1)), position));
        return b.select(b.reshape(isInside, b.alongAxis(position, x, axis)), elements, 0);
    }

    private static Node unfolded(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        List<WindowAxis> windows = WindowAxis.of(b);
        for (WindowAxis window : windows) {
            x = window.framed(b, x, 0);
        }
        List<Extent> counts = new ArrayList<>();
        Extent elements = b.dim(x, b.axes(1));
        Extent columns = b.extent(1);
        for (int i = windows.size() - 1; i >= 0; i--) {
            WindowAxis window = windows.get(i);
            Extent count = window.count(b, b.dim(x, b.axes(window.axis())));
            x = b.gather(x, window.positions(b, count), b.axes(window.axis()));
            counts.add(0, count);
            elements = b.times(elements, b.extent(window.size()));
            columns = b.times(columns, count);
        }
        return b.reshape(b.transpose(x, windowsLast(counts.size())), b.list(b.dim(x, b.axes(0)), elements, columns));
    }

    /** Returns the order that moves the counts of windows behind their elements. */
    private static int[] windowsLast(int count) {
        int[] order = new int[2 * count + 2];
        order[1] = 1;
        for (int i = 0; i < count; i++) {
            order[2 + i] = 2 + 2 * i;
            order[2 + count + i] = 3 + 2 * i;
        }
        return order;
    }

    /** Adds the elements along one axis after the other, by their positions in the padded result. */
    private static Node folded(ExpansionBuilder b) throws TypeException {
        b.requireRank("x", b.x(), 3, 3);
        List<WindowAxis> windows = WindowAxis.of(b, b.longs("kernelSize"));
        Dims size = b.dims("size");
        Extent count = b.dim(b.x(), b.axes(0));
        Extent channels = b.dim(b.x(), b.axes(1));
        List<Extent> apart = new ArrayList<>();
        List<Extent> counts = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            WindowAxis window = windows.get(i);
            channels = b.dividedBy(channels, b.extent(window.size()));
            apart.add(b.extent(window.size()));
            counts.add(window.count(b, window.padded(b, b.item(size, b.axes(i)))));
        }
        apart.addAll(0, List.of(count, channels));
        apart.addAll(counts);
        Node x = b.transpose(b.reshape(b.x(), b.list(apart.toArray(Extent[]::new))), elementsFirst(windows.size()));
        List<Extent> done = new ArrayList<>(List.of(count, channels));
        for (int i = 0; i < windows.size(); i++) {
            WindowAxis window = windows.get(i);
            Extent whole = window.padded(b, b.item(size, b.axes(i)));
            Extent from = b.times(b.extent(window.size()), counts.get(i));
            Extent before = b.extent(1);
            for (Extent extent : done) {
                before = b.times(before, extent);
            }
            Extent behind = b.extent(1);
            for (int j = i + 1; j < windows.size(); j++) {
                behind = b.times(behind, b.times(b.extent(windows.get(j).size()), counts.get(j)));
            }
            Node positions = b.reshape(window.positions(b, counts.get(i)), b.list(from));
            x = b.gatherGradient(b.reshape(x, b.list(before, from, behind)), positions, whole);
            done.add(whole);
        }
        x = b.reshape(x, b.list(done.toArray(Extent[]::new)));
        for (int i = 0; i < windows.size(); i++) {
            x = b.narrow(x, b.axes(i + 2), b.extent(windows.get(i).before()), b.item(size, b.axes(i)));
        }
        return x;
    }

    private static int[] elementsFirst(int count) {
        int[] order = new int[2 * count + 2];
        order[1] = 1;
        for (int i = 0; i < count; i++) {
            order[2 + 2 * i] = 2 + i;
            order[3 + 2 * i] = 2 + count + i;
        }
        return order;
    }
}
