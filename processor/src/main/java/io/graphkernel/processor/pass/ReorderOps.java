package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.ConstantFolder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Moves casts over ops that give the same elements in every dtype, so that these run on the narrower one and fewer bytes go
 * from kernel to kernel: a widening cast behind the op, a narrowing cast before it.
 */
public final class ReorderOps implements GraphPass {

    private static final String CAST = "Cast";
    /** The operands whose elements an op gives on; it may change the sign of floats. */
    private static final Map<String, List<Integer>> PASSED_ON = Map.of(
            "Transpose", List.of(0),
            "Gather", List.of(0),
            "Neg", List.of(0),
            "Abs", List.of(0),
            "Maximum", List.of(0, 1),
            "Minimum", List.of(0, 1),
            "Select", List.of(1, 2));
    /** Ops that do not look at elements, for which any cast will do. */
    private static final Set<String> BLIND = Set.of("Transpose", "Gather", "Select");

    private static final Set<String> SIGNED = Set.of("Neg", "Abs");

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
                graph, (original, node, builder) -> widenedBehind(original, node, readers, builder));
        Readers then = new Readers(widened);
        return GraphRewriter.rewriteKnowing(
                widened, (original, node, builder) -> narrowedBefore(original, node, then, builder));
    }

    /** The op on what its operands were before they were widened, widened itself. */
    private static Node widenedBehind(Node original, Node node, Readers readers, GraphBuilder builder)
            throws TypeException {
        DType from = null;
        for (int i : passedOn(node)) {
            Node operand = node.operands().get(i);
            boolean cast = operand.op().equals(CAST)
                    && readers.isReadOnce(original.operands().get(i));
            from = cast ? operand.operands().get(0).dtype() : from;
        }
        if (from == null || from.byteSize() >= node.dtype().byteSize() || !commutes(node.op(), from, node.dtype())) {
            return node;
        }
        List<Node> operands = new ArrayList<>(node.operands());
        for (int i : passedOn(node)) {
            Node operand = operands.get(i);
            boolean cast =
                    operand.op().equals(CAST) && operand.operands().get(0).dtype() == from;
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
        return cast(narrow, node.dtype(), node.label(), builder);
    }

    /** A narrowing cast of an op as the op of narrower operands. */
    private static Node narrowedBefore(Node original, Node node, Readers readers, GraphBuilder builder)
            throws TypeException {
        if (!node.op().equals(CAST)
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
        Node narrow = cast(value, node.dtype(), "", builder);
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
                && commutes(op.op(), op.dtype(), narrow)
                && passed.stream()
                        .allMatch(i -> data.contains(i) || isHeld(op.operands().get(i), narrow));
        return moves ? data.get(0) : -1;
    }

    /** Nothing of an op that flags keep apart from others. */
    private static List<Integer> passedOn(Node node) {
        return node.isOperation() && !node.attributes().has(Attributes.SCOPE)
                ? PASSED_ON.getOrDefault(node.op(), List.of())
                : List.of();
    }

    /** Whether an op gives the same elements before and behind a cast. */
    private static boolean commutes(String op, DType from, DType to) {
        boolean floats = from.isFloating() && to.isFloating();
        if (BLIND.contains(op) || floats) {
            return true;
        }
        // Negation overflows elsewhere in narrow integers; the order of elements stays, but for NaN.
        boolean ordered = from.isInteger() && (to.isInteger() || to.isFloating() && from.byteSize() < to.byteSize());
        return ordered && !SIGNED.contains(op);
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

    private static Node cast(Node value, DType to, String label, GraphBuilder builder) throws TypeException {
        Attributes attributes = Attributes.NONE.with(Attributes.DTYPE, to.text());
        return builder.operation(CAST, List.of(value), attributes, label, value.origin());
    }
}
