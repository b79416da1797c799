package io.graphkernel.op.definition.movement;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.enumeration;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeRules.SliceUpdate;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.IndexRule;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Elements and slices read or written at the indices of another tensor. */
public final class IndexingOps {

    private static final String EXACT = "exact";

    private static final String REDUCTION = "reduction";

    private static final String NO_REDUCTION = "NONE";

    private static final String NO_EFFECT = "has no effect";

    /** Appended to the documentation of writes. */
    private static final String LAST = "; of several updates of an element the last one counts";

    private IndexingOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "TakeAlongAxis" ->
                composite(name, b -> AlongAxis.gathered(b, b.x(), b.operand("indices"), b.axes("axis")))
                        .parameters(tensor("x"), tensor("indices", OpDtype.INDEX), axis("axis", -1))
                        .dtypes(DtypeClass.STORED)
                        .indexes(alongAxis("gives 0"))
                        .tolerance(EXACT)
                        .shape(
                                "the dims of x, with the size of indices at the axis; indices broadcast along the others")
                        .document("the elements of x at the indices along an axis; a negative index counts from the"
                                + " end");
            case "GatherNd" ->
                composite(name, IndexingOps::gatherNd)
                        .parameters(tensor("x"), tensor("indices", OpDtype.INDEX))
                        .limits(IndexingOps::indexSize)
                        .dtypes(DtypeClass.STORED)
                        .tolerance(EXACT)
                        .shape("the dims of indices but the last one, k, then the dims of x after the first k")
                        .document("the slices of x at the indices of its first k axes, which are the last axis of"
                                + " indices; a negative index counts from the end, one out of range gives 0");
            case Node.SCATTER ->
                composite(name, IndexingOps::scatter)
                        .parameters(
                                tensor("x"),
                                tensor("indices", OpDtype.INDEX),
                                tensor("updates"),
                                axis("axis", -1),
                                reduction())
                        .replacesSlices()
                        .indexes(alongAxis(NO_EFFECT))
                        .dtypes(DtypeClass.NUMBER)
                        .shape("the shape of x; indices and updates broadcast to the dims of x but along the axis")
                        .document("x with updates at the indices along an axis, which replace the elements or are"
                                + " combined with them" + LAST)
                        .note("MUL compares each element with all indices of its column along the axis");
            case "ScatterNd" ->
                composite(name, IndexingOps::scatterNd)
                        .parameters(tensor("x"), tensor("indices", OpDtype.INDEX), tensor("updates"), reduction())
                        .limits(IndexingOps::indexSize)
                        .dtypes(DtypeClass.NUMBER)
                        .shape("the shape of x; updates have the shape of GatherNd")
                        .document("x with updates of the slices at the indices of its first axes, as in GatherNd, which"
                                + " replace the slices or are combined with them" + LAST)
                        .note("an index out of range has no effect; MUL compares each slice with all indices");
            case "IndexAdd" ->
                composite(name, b -> slices(b, "ADD"))
                        .parameters(tensor("x"), tensor("indices", OpDtype.INDEX), tensor("updates"), axis("axis"))
                        .indexes(alongAxis(NO_EFFECT))
                        .dtypes(DtypeClass.NUMBER)
                        .shape("the shape of x; updates have the dims of x with the number of indices at the axis")
                        .document("x with updates added to the slices at the indices along an axis, in their order");
            case "IndexCopy" ->
                composite(name, b -> slices(b, "NONE"))
                        .parameters(tensor("x"), tensor("indices", OpDtype.INDEX), tensor("updates"), axis("axis"))
                        .dtypes(DtypeClass.STORED)
                        .indexes(alongAxis(NO_EFFECT))
                        .tolerance(EXACT)
                        .shape("the shape of x; updates have the dims of x with the number of indices at the axis")
                        .document("x with updates in place of the slices at the indices along an axis" + LAST);
            case "RepeatInterleaveTensor" ->
                composite(name, IndexingOps::repeated)
                        .parameters(
                                tensor("x"),
                                tensor("repeats", OpDtype.INDEX),
                                axis("axis"),
                                attribute("total", Kind.DIM))
                        .limits(b -> {
                            b.sizes("total");
                            b.elements(b.dims(b.x()), b.list(b.extent("total")));
                        })
                        .dtypes(DtypeClass.STORED)
                        .tolerance(EXACT)
                        .shape("the dims of x, with total at the axis")
                        .document("each slice along an axis repeated by its count in repeats, up to total slices, and"
                                + " zeros for missing ones; a negative count is 0");
            default -> null;
        };
    }

    /**
     * Returns the row of the op that updates slices of a parameter in place. It has no method in {@code Ops}: the
     * compiler derives it from an assigned scatter.
     *
     * @return its row
     */
    public static OpRow assignAt() {
        return OpRow.special(
                        Node.ASSIGN_AT,
                        OpKind.ASSIGN,
                        tensor("parameter"),
                        tensor("value"),
                        tensor("positions", OpDtype.I64),
                        axis("axis"))
                .dtypes(DtypeClass.STORED)
                .results(OpResult.updated("parameter"))
                .tolerance(EXACT)
                .document("writes slices of value into parameter at positions along an axis, in place")
                .build();
    }

    /**
     * Returns the row of the op that computes positions for {@link #assignAt}. Its indices are checked as those of the
     * scatter in the program.
     *
     * @return its row
     */
    public static OpRow distinctPositions() {
        return composite(Node.DISTINCT_POSITIONS, DistinctPositions::expand)
                .parameters(tensor("x"), tensor("indices", OpDtype.INDEX), axis("axis"))
                .dtypes(DtypeClass.ANY)
                .results(OpDtype.I64)
                .tolerance(EXACT)
                .document("the position in x for the last of equal indices along an axis, out of range for the others")
                .build();
    }

    /**
     * Returns the slices that a node replaces in its first operand, if it does not reduce them.
     *
     * @param value node of an op that replaces slices
     * @return the replacement, or empty
     */
    public static Optional<SliceUpdate> sliceUpdate(Node value) {
        Attributes attributes = value.attributes();
        boolean reduces =
                attributes.has(REDUCTION) && !attributes.text(REDUCTION).equals(NO_REDUCTION);
        long axis = attributes.has(Attributes.AXIS) ? attributes.integer(Attributes.AXIS) : -1;
        List<Node> operands = value.operands();
        return reduces
                ? Optional.empty()
                : Optional.of(new SliceUpdate(operands.get(0), operands.get(1), operands.get(2), axis));
    }

    private static OpParameter reduction() {
        return enumeration(REDUCTION, "ScatterReduction", NO_REDUCTION);
    }

    private static IndexRule alongAxis(String outside) {
        return new IndexRule("indices", b -> b.dim(b.x(), b.axes("axis")), "the size of the axis", true, outside);
    }

    private static void indexSize(ExpansionBuilder b) throws TypeException {
        Extent size = b.dim(b.operand("indices"), b.axes(-1));
        b.atLeast("the size of the last axis of indices", size, b.extent(1));
        b.atMost("the size of the last axis of indices", size, b.count(b.dims(b.x())));
    }

    private static Node scatter(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Axes axis = b.axes("axis");
        Dims dims = b.replace(b.dims(x), axis, b.dim(b.operand("indices"), axis));
        Node updates = b.broadcastTo(b.operand("updates"), dims);
        Node indices = b.broadcastTo(b.operand("indices"), dims);
        if (b.choice("reduction").equals("MUL")) {
            Extent size = b.dim(x, axis);
            Dims columns = AlongAxis.rows(b, x, axis, b.dim(indices, axis));
            Node positions = b.reshape(ScatterExpansion.positions(b, indices, size), columns);
            Node products = ScatterExpansion.product(b, positions, b.reshape(updates, columns), size);
            return b.mul(x, b.reshape(products, b.dims(x)));
        }
        return elements(b, AlongAxis.flat(b, x, indices, axis), updates);
    }

    private static Node elements(ExpansionBuilder b, Node positions, Node updates) throws TypeException {
        Extent one = b.extent(1);
        Extent count = AlongAxis.elements(b, updates);
        Node rows = b.reshape(b.x(), b.list(one, AlongAxis.elements(b, b.x()), one));
        ScatterExpansion expansion = new ScatterExpansion(
                b, rows, b.reshape(positions, b.list(count)), b.reshape(updates, b.list(one, count, one)));
        return b.reshape(expansion.reduced(b.choice("reduction"), b.dtype("x")), b.dims(b.x()));
    }

    private static Node slices(ExpansionBuilder b, String reduction) throws TypeException {
        Node x = b.x();
        Axes axis = b.axes("axis");
        Extent size = b.dim(x, axis);
        Extent count = b.dim(b.operand("indices"), b.axes(0));
        Node rows = b.reshape(x, AlongAxis.rows(b, x, axis, size));
        Node updates = b.broadcastTo(b.operand("updates"), b.replace(b.dims(x), axis, count));
        Node positions = ScatterExpansion.positions(b, b.operand("indices"), size);
        ScatterExpansion expansion =
                new ScatterExpansion(b, rows, positions, b.reshape(updates, AlongAxis.rows(b, x, axis, count)));
        return b.reshape(expansion.reduced(reduction, b.dtype("x")), b.dims(x));
    }

    private static Node gatherNd(ExpansionBuilder b) throws TypeException {
        NdIndices nd = NdIndices.of(b);
        Node rows = b.reshape(b.x(), b.list(nd.rows(), nd.slice()));
        Node isInside = b.op("GreaterEqual", nd.positions(), 0);
        Node position = b.select(isInside, nd.positions(), 0);
        Node slices = b.gather(rows, position, b.axes(0));
        Node mask = b.reshape(isInside, b.list(nd.count(), b.extent(1)));
        return b.reshape(b.select(mask, slices, 0), nd.dims(b));
    }

    /** Scatters single elements if the extreme of each is another update. */
    private static Node scatterNd(ExpansionBuilder b) throws TypeException {
        NdIndices nd = NdIndices.of(b);
        Extent one = b.extent(1);
        String reduction = b.choice("reduction");
        Node updates = b.broadcastTo(b.operand("updates"), nd.dims(b));
        if (reduction.equals("MIN") || reduction.equals("MAX")) {
            Node slice = b.number(nd.slice(), nd.positions());
            Node isInside = b.op("GreaterEqual", nd.positions(), 0);
            Node start = b.select(isInside, b.mul(nd.positions(), slice), nd.positions());
            Node column = b.reshape(start, b.list(nd.count(), one));
            Node offset = b.index(b.list(nd.count(), nd.slice()), b.axes(1));
            Node isElement = b.reshape(isInside, b.list(nd.count(), one));
            return elements(b, b.select(isElement, b.add(column, offset), column), updates);
        }
        Node rows = b.reshape(b.x(), b.list(one, nd.rows(), nd.slice()));
        Node slices = b.reshape(updates, b.list(one, nd.count(), nd.slice()));
        ScatterExpansion expansion = new ScatterExpansion(b, rows, nd.positions(), slices);
        return b.reshape(expansion.reduced(reduction, b.dtype("x")), b.dims(b.x()));
    }

    private static Node repeated(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Axes axis = b.axes("axis");
        Node repeats = b.max(b.cast(b.operand("repeats"), DataType.I64), 0);
        Node source = ScatterExpansion.repeated(b, repeats, b.extent("total"), b.filled(x, b.extent(1)));
        Node isRepeated = b.op("Less", source, b.number(b.dim(x, axis), source));
        Node slices = b.gather(x, b.select(isRepeated, source, 0), axis);
        return b.select(b.reshape(isRepeated, b.alongAxis(source, x, axis)), slices, 0);
    }

    /**
     * Positions of slices by the indices of several axes.
     *
     * @param positions row-major position for each slice, as i64 [count]; {@link AlongAxis#NOWHERE} for one out of range
     * @param count number of indices
     * @param rows number of slices of x
     * @param slice number of elements per slice
     * @param leading dims of the indices
     * @param trailing dims of a slice
     */
    private record NdIndices(
            Node positions, Extent count, Extent rows, Extent slice, List<Extent> leading, List<Extent> trailing) {

        static NdIndices of(ExpansionBuilder b) throws TypeException {
            Node indices = b.operand("indices");
            Dims dims = b.dims(b.x());
            Dims table = b.flattened(indices, b.axes(-1));
            Extent one = b.extent(1);
            Extent count = b.at(table, b.extent(0));
            Extent size = b.dim(indices, b.axes(-1));
            Node columns = b.reshape(indices, table);
            Extent[] rows = {one};
            Node[] position = new Node[2];
            b.outputs(size, axis -> {
                Extent extent = b.at(dims, axis);
                Node column = b.reshape(b.narrow(columns, b.axes(1), axis, one), b.list(count));
                Node index = ScatterExpansion.positions(b, column, extent);
                Node isInside = b.op("GreaterEqual", index, 0);
                Node before = position[0];
                position[0] = before == null ? index : b.add(b.mul(before, b.number(extent, index)), index);
                position[1] = before == null ? isInside : b.op("LogicalAnd", position[1], isInside);
                rows[0] = b.times(rows[0], extent);
                return index;
            });
            List<Extent> trailing =
                    extents(b, b.minus(b.count(dims), size), number -> b.at(dims, b.plus(size, number)));
            Extent slice = one;
            for (Extent extent : trailing) {
                slice = b.times(slice, extent);
            }
            Dims ofIndices = b.dims(indices);
            List<Extent> leading = extents(b, b.minus(b.count(ofIndices), one), number -> b.at(ofIndices, number));
            Node positions = b.select(position[1], position[0], AlongAxis.NOWHERE);
            return new NdIndices(positions, count, rows[0], slice, leading, trailing);
        }

        private interface Item {

            Extent at(Extent number);
        }

        private static List<Extent> extents(ExpansionBuilder b, Extent count, Item item) throws TypeException {
            List<Extent> extents = new ArrayList<>();
            b.outputs(count, number -> {
                extents.add(item.at(number));
                return b.x();
            });
            return extents;
        }

        Dims dims(ExpansionBuilder b) {
            List<Extent> dims = new ArrayList<>(leading);
            dims.addAll(trailing);
            return b.list(dims.toArray(Extent[]::new));
        }
    }
}
