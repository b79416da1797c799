package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.ConstantFolder;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.BasicOps;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Moves casts across ops that preserve elements in every dtype. A widening cast moves after the op, a narrowing cast
 * before it. The op then runs in the narrower dtype, and fewer bytes move between kernels.
 */
public final class ReorderOps implements GraphPass {

    @Override
    public String name() {
        return "reorder_ops";
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        UseLists readers = new UseLists(graph);
        Graph widened = GraphRewriter.rewriteWithOriginal(
                graph, (original, node, builder) -> widenedAfter(original, node, readers, builder));
        UseLists then = new UseLists(widened);
        return GraphRewriter.rewriteWithOriginal(
                widened, (original, node, builder) -> narrowedBefore(original, node, then, builder));
    }

    /** Returns the op on its operands before widening, followed by the widening cast. */
    private static Node widenedAfter(Node original, Node node, UseLists readers, GraphBuilder builder)
            throws TypeException {
        DataType from = null;
        for (int i : passedOn(node)) {
            Node operand = node.operands().get(i);
            boolean cast = operand.op().equals(BasicOps.CAST)
                    && readers.isReadOnce(original.operands().get(i));
            from = cast ? operand.operands().get(0).dtype() : from;
        }
        if (from == null || from.byteSize() >= node.dtype().byteSize() || !commutes(node, from, node.dtype())) {
            return node;
        }
        List<Node> operands = new ArrayList<>(node.operands());
        for (int i : passedOn(node)) {
            Node operand = operands.get(i);
            boolean cast = operand.op().equals(BasicOps.CAST)
                    && operand.operands().get(0).dtype() == from;
            if (!cast && !isHeld(operand, from)) {
                return node;
            }
            operands.set(
                    i,
                    cast
                            ? operand.operands().get(0)
                            : builder.constant(operand.attributes().number(), from));
        }
        Node narrow = builder.operation(node.op(), operands, node.attributes(), "", node.origin());
        return cast(narrow, node.dtype(), node.label(), node.origin(), builder);
    }

    /** Returns the op on narrowed operands in place of a narrowing cast of the op. */
    private static Node narrowedBefore(Node original, Node node, UseLists readers, GraphBuilder builder)
            throws TypeException {
        if (!node.op().equals(BasicOps.CAST)
                || node.dtype().byteSize() >= node.operands().get(0).dtype().byteSize()) {
            return node;
        }
        Deque<Node> moved = new ArrayDeque<>();
        Node value = node.operands().get(0);
        Node before = original.operands().get(0);
        int data = dataOperand(value, node.dtype());
        while (data >= 0 && readers.isReadOnce(before)) {
            moved.push(value);
            value = value.operands().get(data);
            before = before.operands().get(data);
            data = dataOperand(value, node.dtype());
        }
        if (moved.isEmpty() || !value.isOperation() || !readers.isReadOnce(before)) {
            return node;
        }
        Origin origin = value.origin().as(node.origin().role());
        Node narrow = cast(value, node.dtype(), "", origin, builder);
        for (Node op : moved) {
            List<Node> operands = new ArrayList<>();
            for (Node operand : op.operands()) {
                operands.add(
                        operand == value
                                ? narrow
                                : builder.constant(operand.attributes().number(), node.dtype()));
            }
            narrow = builder.operation(
                    op.op(), operands, op.attributes(), op == moved.peekLast() ? node.label() : "", op.origin());
            value = op;
        }
        return narrow;
    }

    /** Returns the only operand that is not a number if a narrowing cast can move across the op to it; else -1. */
    private static int dataOperand(Node op, DataType narrow) {
        List<Integer> passed = passedOn(op);
        List<Integer> data = passed.stream()
                .filter(i -> op.operands().get(i).kind() != Node.Kind.CONSTANT)
                .toList();
        boolean moves = passed.size() == op.operands().size()
                && data.size() == 1
                && commutes(op, op.dtype(), narrow)
                && passed.stream()
                        .allMatch(i -> data.contains(i) || isHeld(op.operands().get(i), narrow));
        return moves ? data.get(0) : -1;
    }

    /** Returns the passed-through operands; empty for an op that flags keep apart. */
    private static List<Integer> passedOn(Node node) {
        return node.isOperation() && !node.attributes().has(Attributes.SCOPE)
                ? OpTable.get().row(node).passedElements().operands()
                : List.of();
    }

    private static boolean commutes(Node op, DataType from, DataType to) {
        return OpTable.get().row(op).passedElements().commutesWithCast(from, to);
    }

    private static boolean isHeld(Node operand, DataType dtype) {
        if (operand.kind() != Node.Kind.CONSTANT) {
            return false;
        }
        Number value = operand.attributes().number();
        if (!dtype.isFloating()) {
            return !operand.dtype().isFloating() && dtype.holds(value.longValue());
        }
        boolean isExact = operand.dtype().isFloating() || (long) value.doubleValue() == value.longValue();
        return isExact && ConstantFolder.isHeld(value.doubleValue(), dtype);
    }

    private static Node cast(Node value, DataType to, String label, Origin origin, GraphBuilder builder)
            throws TypeException {
        Attributes attributes = Attributes.NONE.with(Attributes.DTYPE, to.text());
        return builder.operation(BasicOps.CAST, List.of(value), attributes, label, origin);
    }
}
