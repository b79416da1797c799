package io.graphkernel.op.definition.network;

import static io.graphkernel.op.row.OpParameter.enumeration;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.IndexRule;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpRowBuilder;

/** Reductions of rows by bags of indices and by segments. */
public final class EmbeddingOps {

    private EmbeddingOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "EmbeddingBag" ->
                composite(name, EmbeddingOps::bags)
                        .parameters(
                                tensor("x"),
                                tensor("indices", OpDtype.INDEX),
                                tensor("offsets", OpDtype.INDEX),
                                enumeration("mode", "BagReduction", "MEAN"))
                        .indexes(new IndexRule(
                                "indices",
                                b -> b.dim(b.x(), b.axes(0)),
                                "the size of the first axis of x",
                                true,
                                "reads 0"))
                        .shape("[number of offsets, d] of x [n, d]; indices and offsets have one axis")
                        .document("the sum, mean or maximum of the rows of x at the indices of each bag; the index at"
                                + " position j is in the bag whose number is one less than the number of offsets not"
                                + " greater than j")
                        .note("an empty bag is 0; indices before all offsets are in no bag");
            case "SegmentReduce" ->
                composite(name, EmbeddingOps::segments)
                        .parameters(
                                tensor("x"),
                                tensor("offsets", OpDtype.INDEX),
                                enumeration("mode", "BagReduction", "MEAN"))
                        .shape("[n, d] of x [total, d] and offsets [n + 1]")
                        .document(
                                "the sum, mean or maximum of the rows of each segment of x; segment i has the rows from"
                                        + " offsets[i] to offsets[i + 1] - 1")
                        .note("an empty segment is 0; rows before the first offset and from the last one on are in no"
                                + " segment; if offsets are not ascending, the segment of a row is one less than the"
                                + " number of offsets not greater than its position");
            default -> null;
        };
    }

    private static Node bags(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        b.requireRank("x", x, 2, 2);
        Axes first = b.axes(0);
        Extent positions = b.dim(b.operand("indices"), first);
        Extent count = b.dim(b.operand("offsets"), first);
        Extent width = b.dim(x, b.axes(1));
        Extent one = b.extent(1);
        Node rows = b.reshape(b.gather(x, b.operand("indices"), first), b.list(one, positions, width));
        return reduced(b, rows, positions, count);
    }

    /** Reduces by bags that begin at the offsets, without the last one. */
    private static Node segments(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        b.requireRank("x", x, 2, 2);
        Axes first = b.axes(0);
        Extent total = b.dim(x, first);
        Extent count = b.dim(b.operand("offsets"), first);
        Node rows = b.reshape(x, b.list(b.extent(1), total, b.dim(x, b.axes(1))));
        return b.narrow(reduced(b, rows, total, count), first, b.extent(0), b.minus(count, b.extent(1)));
    }

    /**
     * Reduces rows by bags.
     *
     * @param apart rows, [1, positions, width]
     * @param positions number of rows
     * @param count number of offsets
     * @return the bags, [count, width]
     */
    private static Node reduced(ExpansionBuilder b, Node apart, Extent positions, Extent count) throws TypeException {
        Node x = b.x();
        Axes first = b.axes(0);
        Extent one = b.extent(1);
        Extent width = b.dim(apart, b.axes(2));
        Node reached = reachedOffsets(b, positions, count);
        Node ones = b.broadcastTo(b.number(1, x), b.list(one, positions, one));
        Node members = sums(b, ones, reached, count, one);
        if (b.choice("mode").equals("MAX")) {
            Node bag = b.index(b.list(count, positions, one), first);
            Node number = b.reshape(b.sub(reached, b.number(1, reached)), b.list(one, positions, one));
            Node candidates = b.select(b.op("Equal", bag, number), apart, Double.NEGATIVE_INFINITY);
            return b.select(b.op("Greater", members, 0), b.reduce("ReduceMax", candidates, b.axes(1), false), 0);
        }
        Node sum = sums(b, apart, reached, count, width);
        return b.choice("mode").equals("SUM") ? sum : b.div(sum, b.max(members, 1));
    }

    /** Returns the sums of rows [1, n, width] by bag, [count, width]: those in no bag have a row before the first bag. */
    private static Node sums(ExpansionBuilder b, Node rows, Node reached, Extent count, Extent width)
            throws TypeException {
        Extent one = b.extent(1);
        Extent withNone = b.plus(count, one);
        Node sum = b.reshape(b.gatherGradient(rows, reached, withNone), b.list(withNone, width));
        return b.narrow(sum, b.axes(0), one, count);
    }

    /** Returns the number of offsets that are not greater than each position: 1 for the first bag, and 0 for none. */
    private static Node reachedOffsets(ExpansionBuilder b, Extent positions, Extent count) throws TypeException {
        Node position = b.index(b.list(positions, b.extent(1)), b.axes(0));
        Node offset = b.reshape(b.cast(b.operand("offsets"), DataType.I64), b.list(b.extent(1), count));
        Node isReached = b.cast(b.op("LessEqual", offset, position), DataType.I64);
        return b.reduce("ReduceSum", isReached, b.axes(1), false);
    }
}
