package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.BasicOps;
import io.graphkernel.processor.op.ConstantFolder;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Moves casts over ops that give the same elements in every dtype, so that these run on the narrower one and fewer bytes go
 * from kernel to kernel: a widening cast after the op, a narrowing cast before it.
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
        Readers readers = new Readers(graph);
        Graph widened = GraphRewriter.rewriteKnowing(
                graph, (original, node, builder) -> widenedAfter(original, node, readers, builder));
        Readers then = new Readers(widened);
        return GraphRewriter.rewriteKnowing(
                widened, (original, node, builder) -> narrowedBefore(original, node, then, builder));
    }

    /** The op on what its operands were before they were widened, widened itself. */
    private static Node widenedAfter(Node original, Node node, Readers readers, GraphBuilder builder)
            throws TypeException {
        DType from = null;
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

    /** A narrowing cast of an op as the op of narrower operands. */
    private static Node narrowedBefore(Node original, Node node, Readers readers, GraphBuilder builder)
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

    /** The only operand that is no number, if a narrowing cast moves over the op to it; else -1. */
    private static int dataOperand(Node op, DType narrow) {
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

    /** Nothing of an op that flags keep apart from others. */
    private static List<Integer> passedOn(Node node) {
        return node.isOperation() && !node.attributes().has(Attributes.SCOPE)
                ? OpTable.get().row(node).passedElements().operands()
                : List.of();
    }

    private static boolean commutes(Node op, DType from, DType to) {
        return OpTable.get().row(op).passedElements().commutesWithCast(from, to);
    }

    private static boolean isHeld(Node operand, DType dtype) {
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

    private static Node cast(Node value, DType to, String label, Origin origin, GraphBuilder builder)
            throws TypeException {
        Attributes attributes = Attributes.NONE.with(Attributes.DTYPE, to.text());
        return builder.operation(BasicOps.CAST, List.of(value), attributes, label, origin);
    }
}
