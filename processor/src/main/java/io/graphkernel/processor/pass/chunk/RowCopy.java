package io.graphkernel.processor.pass.chunk;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.GraphExpansion;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The ops of a region over the rows of one chunk. */
final class RowCopy {

    private static final String INDEX = "Index";
    private static final String AT_LEAST = "GreaterEqual";

    private final RowRegion region;
    private final RowChunks chunks;
    private final GraphBuilder builder;
    private final UnaryOperator<Node> captured;
    private final Dim index;
    private final Map<Node, Node> values = new IdentityHashMap<>();
    private final Map<Node, Node> slices = new IdentityHashMap<>();
    private final Map<Node, Node> masked = new IdentityHashMap<>();

    /**
     * Creates a copy without ops.
     *
     * @param region the ops
     * @param chunks chunks of its rows
     * @param index number of the chunk
     * @param builder receives the ops
     * @param captured function from a value of the region's graph to that value where the copy is
     */
    RowCopy(RowRegion region, RowChunks chunks, Dim index, GraphBuilder builder, UnaryOperator<Node> captured) {
        this.region = region;
        this.chunks = chunks;
        this.index = index;
        this.builder = builder;
        this.captured = captured;
    }

    /**
     * Returns the rows of a member.
     *
     * @param member a member, or a recomputed value
     * @return an op over the rows of the chunk
     */
    Node value(Node member) throws TypeException {
        Node known = values.get(member);
        if (known == null) {
            List<Node> operands = new ArrayList<>();
            for (Node operand : member.operands()) {
                operands.add(operand(operand, member));
            }
            known = builder.operation(member.op(), operands, attributes(member), member.label(), member.origin());
            values.put(member, known);
        }
        return known;
    }

    /**
     * Returns a sum over the rows of the chunk that no chunk before it has.
     *
     * @param sum a sum of the region
     * @return the op
     */
    Node sum(Node sum) throws TypeException {
        return builder.operation(sum.op(), summed(sum), sum.attributes(), sum.label(), sum.origin());
    }

    /**
     * Returns such a sum that a library adds to another value.
     *
     * @param sum a sum of the region that a library computes
     * @param epilogue name of the addition among the epilogue ops of libraries
     * @param summand a value of the same type
     * @return the op
     */
    Node sum(Node sum, String epilogue, Node summand) throws TypeException {
        List<Node> operands = summed(sum);
        operands.add(summand);
        Attributes attributes = sum.attributes().with(Attributes.EPILOGUE, epilogue);
        return builder.operation(sum.op(), operands, attributes, sum.label(), sum.origin());
    }

    private List<Node> summed(Node sum) throws TypeException {
        List<Node> operands = new ArrayList<>();
        for (Node operand : sum.operands()) {
            operands.add(operand(operand, sum));
        }
        // Of a product, the factor with the shorter rows.
        int factor = operands.size() == 2 && region.isWide(sum.operands().get(0)) ? 1 : 0;
        operands.set(factor, masked(operands.get(factor)));
        return operands;
    }

    /** Returns rows with zeros instead of those that chunks before this one have. */
    private Node masked(Node rows) throws TypeException {
        if (chunks.isExact()) {
            return rows;
        }
        Node known = masked.get(rows);
        if (known == null) {
            ExpansionBuilder ops = GraphExpansion.in(builder, rows.origin());
            List<Dim> column = new ArrayList<>(Collections.nCopies(rows.shape().rank(), Dim.ONE));
            column.set(0, chunks.size());
            Attributes axis = Attributes.NONE.with(Attributes.AXIS, 0L).with(Attributes.DIMS, column);
            Node row = builder.operation(INDEX, List.of(), axis, "", rows.origin());
            Node first = builder.add(Node.dimension(chunks.repeated(index), DataType.I64));
            known = ops.select(ops.op(AT_LEAST, row, first), rows, 0);
            masked.put(rows, known);
        }
        return known;
    }

    private Attributes attributes(Node member) {
        Attributes attributes = member.attributes();
        boolean hasDims = OpTable.get().is(member, OpKind.VIEW) || OpTable.get().is(member, OpKind.INDEX);
        if (!hasDims) {
            return attributes;
        }
        List<Dim> dims = new ArrayList<>(attributes.dims(Attributes.DIMS));
        dims.set(0, chunks.size());
        return attributes.with(Attributes.DIMS, dims);
    }

    private Node operand(Node operand, Node reader) throws TypeException {
        if (region.computes(operand)) {
            return value(operand);
        }
        if (operand.isNumber()) {
            return builder.add(operand);
        }
        if (!region.isByRow(operand, reader)) {
            return captured.apply(operand);
        }
        Node slice = slices.get(operand);
        if (slice == null) {
            slice = slice(operand);
            slices.put(operand, slice);
        }
        return slice;
    }

    private Node slice(Node operand) throws TypeException {
        int rank = operand.shape().rank();
        List<Dim> first = new ArrayList<>(Collections.nCopies(rank, Dim.ZERO));
        List<Dim> end = new ArrayList<>(operand.shape().dims());
        first.set(0, chunks.begin(index));
        end.set(0, chunks.begin(index).plus(chunks.size()));
        Attributes slice = Attributes.NONE
                .with(Attributes.BEGIN, first)
                .with(Attributes.END, end)
                .with(Attributes.STRIDES, Collections.nCopies(rank, 1L))
                .with(Attributes.INSIDE, true);
        return builder.operation(ViewKind.SLICE.op(), List.of(captured.apply(operand)), slice, "", operand.origin());
    }
}
