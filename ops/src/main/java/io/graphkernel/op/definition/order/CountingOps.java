package io.graphkernel.op.definition.order;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.movement.AlongAxis;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.IndexRule;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Counts of elements, and selections of elements whose number is known only after a call, up to a declared size. */
public final class CountingOps {

    private static final String EXACT = "exact";

    private CountingOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Bincount" ->
                composite(name, CountingOps::bincount)
                        .parameters(tensor("indices", OpDtype.INDEX), attribute("bins", Kind.DIM))
                        .limits(CountingOps::bins)
                        .dtypes(DtypeClass.ANY)
                        .results(OpDtype.I64)
                        .nonDifferentiable()
                        .indexes(new IndexRule("indices", b -> b.extent("bins"), "bins", false, "counts nothing"))
                        .tolerance(EXACT)
                        .shape("[bins]")
                        .document("the number of elements that equal each integer from 0 on");
            case "Histogram" ->
                composite(name, CountingOps::histogram)
                        .parameters(tensor("x"), number("low"), number("high"), attribute("bins", Kind.DIM))
                        .limits(CountingOps::bins)
                        .dtypes(DtypeClass.FLOAT)
                        .results(OpDtype.I64)
                        .nonDifferentiable()
                        .tolerance("elements within roundings of a boundary may count in the adjacent bin")
                        .shape("[bins]")
                        .document(
                                "the number of elements in each of bins equal intervals from low to high, of which the"
                                        + " last one contains high; others and NaN are not counted");
            case "Unique" ->
                selection(name, CountingOps::unique)
                        .parameters(tensor("x"), attribute("size", Kind.DIM))
                        .document("the first size different elements in ascending order, then zeros, and the number of"
                                + " all different elements; each NaN counts as a different element");
            case "MaskedSelect" ->
                selection(name, CountingOps::masked)
                        .parameters(tensor("x"), tensor("mask", OpDtype.BOOL), attribute("size", Kind.DIM))
                        .document("the first size elements for which the mask is true, in row-major order, then zeros,"
                                + " and the number of all such elements");
            case "Nonzero" ->
                OpRow.composites(name, CountingOps::nonzero, tensor("x"), attribute("size", Kind.DIM))
                        .limits(CountingOps::bound)
                        .results(result("indices", OpDtype.I64), result("count", OpDtype.I64))
                        .nonDifferentiable()
                        .dtypes(DtypeClass.ANY)
                        .tolerance(EXACT)
                        .shape("[size, rank of x] and []; size is at most the number of elements")
                        .document("the indices along all axes of the first size elements that are not 0, in row-major"
                                + " order, then zeros, and the number of all such elements");
            default -> null;
        };
    }

    private static OpRowBuilder selection(String name, Expansion expansion) {
        return OpRow.composites(name, expansion, tensor("x"), attribute("size", Kind.DIM))
                .limits(CountingOps::bound)
                .results(result("values"), result("count", OpDtype.I64))
                .dtypes(DtypeClass.ANY)
                .tolerance(EXACT)
                .shape("[size] and []; size is at most the number of elements");
    }

    private static void bins(ExpansionBuilder b) throws TypeException {
        b.sizes("bins");
        b.elements(b.list(b.extent("bins")));
    }

    private static void bound(ExpansionBuilder b) throws TypeException {
        b.sizes("size");
        b.atMost("size", b.extent("size"), AlongAxis.elements(b, b.x()));
    }

    private static Node bincount(ExpansionBuilder b) throws TypeException {
        Node index = b.cast(b.operand("indices"), DataType.I64);
        Node isInside = b.op("GreaterEqual", index, 0);
        return counts(b, isInside, index);
    }

    private static Node histogram(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Node low = b.castLike(b.operand("low"), x);
        Node high = b.castLike(b.operand("high"), x);
        Node isInside = b.op("LogicalAnd", b.op("GreaterEqual", x, low), b.op("LessEqual", x, high));
        Node fraction = b.div(b.sub(x, low), b.sub(high, low));
        Node binIndex = b.op("Floor", b.mul(fraction, b.number(b.extent("bins"), x)));
        Node last = b.number(b.minus(b.extent("bins"), b.extent(1)), x);
        Node index = b.cast(b.op("Minimum", binIndex, last), DataType.I64);
        return counts(b, isInside, index);
    }

    /** Sums in f64, which represents all counts. */
    private static Node counts(ExpansionBuilder b, Node isCounted, Node index) throws TypeException {
        Extent elements = AlongAxis.elements(b, index);
        Node ones = b.reshape(b.cast(isCounted, DataType.F64), b.list(b.extent(1), elements, b.extent(1)));
        Node positions = b.reshape(b.select(isCounted, index, AlongAxis.NOWHERE), b.list(elements));
        Node sums = b.gatherGradient(ones, positions, b.extent("bins"));
        return b.reshape(b.cast(sums, DataType.I64), b.list(b.extent("bins")));
    }

    private static List<Node> unique(ExpansionBuilder b) throws TypeException {
        Node flat = b.reshape(b.x(), b.list(AlongAxis.elements(b, b.x())));
        Node sorted = AlongAxis.gathered(b, flat, AlongAxis.order(b, flat, b.axes(0), false), b.axes(0));
        Node position = b.index(b.dims(flat), b.axes(0));
        Node repeated = OrderOps.equalsPrevious(b, sorted, position, b.axes(0));
        return selected(b, sorted, b.op("LogicalNot", repeated));
    }

    private static List<Node> masked(ExpansionBuilder b) throws TypeException {
        Dims flat = b.list(AlongAxis.elements(b, b.x()));
        return selected(b, b.reshape(b.x(), flat), b.reshape(b.operand("mask"), flat));
    }

    private static List<Node> selected(ExpansionBuilder b, Node flat, Node mask) throws TypeException {
        Node count = count(b, mask);
        Node positions = positions(b, mask);
        Node isUsed = isUsed(b, positions, count);
        return List.of(b.select(isUsed, b.gather(flat, positions, b.axes(0)), 0), count);
    }

    private static Node count(ExpansionBuilder b, Node mask) throws TypeException {
        return b.reduce("ReduceSum", b.cast(mask, DataType.I64), b.allAxes(), false);
    }

    /** Returns the positions of the first elements for which a mask is true, followed by those of others. */
    private static Node positions(ExpansionBuilder b, Node mask) throws TypeException {
        Node order = AlongAxis.order(b, mask, b.axes(0), true);
        return b.narrow(order, b.axes(0), b.extent(0), b.extent("size"));
    }

    private static Node isUsed(ExpansionBuilder b, Node positions, Node count) throws TypeException {
        return b.op("Less", b.index(b.dims(positions), b.axes(0)), count);
    }

    /** Divides row-major positions by the sizes of the axes, from the last one on. */
    private static List<Node> nonzero(ExpansionBuilder b) throws TypeException {
        Dims dims = b.dims(b.x());
        Node mask = b.reshape(b.op("NotEqual", b.x(), 0), b.list(AlongAxis.elements(b, b.x())));
        Node count = count(b, mask);
        Node positions = positions(b, mask);
        Node used = b.select(isUsed(b, positions, count), positions, 0);
        Node[] rest = {b.reshape(used, b.list(b.extent("size"), b.extent(1)))};
        Extent last = b.minus(b.count(dims), b.extent(1));
        List<Node> columns = new ArrayList<>(b.outputs(b.count(dims), number -> {
            Node size = b.number(b.at(dims, b.minus(last, number)), rest[0]);
            Node column = b.op("FloorMod", rest[0], size);
            rest[0] = b.op("FloorDiv", rest[0], size);
            return column;
        }));
        Collections.reverse(columns);
        return List.of(b.concat(b.axes(1), columns.toArray(Node[]::new)), count);
    }
}
