package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Moves views that change the extents or the grouping of axes across elementwise ops towards the inputs, where they
 * only change the access map: {@code StridedSlice(Exp(x))} becomes {@code Exp(StridedSlice(x))}, which computes less.
 * Removes identity views and empty operands of concatenations. Views that permute or broadcast axes fuse in place.
 */
public final class ViewHoisting implements GraphPass {

    @Override
    public String name() {
        return "view_hoisting";
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        DeadCodeElimination unused = new DeadCodeElimination();
        Graph current = graph;
        int expensive = context.capabilities().costs().minExpensiveCost();
        Graph next = step(current, expensive);
        while (next != current) {
            current = unused.run(next, context);
            next = step(current, expensive);
        }
        return current;
    }

    private static Graph step(Graph graph, int expensive) {
        Map<Node, List<Node>> users = graph.users();
        Set<Node> results = Collections.newSetFromMap(new IdentityHashMap<>());
        graph.outputs().forEach(output -> results.add(output.node()));
        results.forEach(result -> users.get(result).add(result));
        Map<Node, Integer> position = new IdentityHashMap<>();
        graph.nodes().forEach(node -> position.put(node, position.size()));
        return GraphRewriter.rewrite(graph, (node, builder) -> {
            if (OpTable.get().is(node, OpKind.CONCAT)) {
                return withoutEmptyOperands(node);
            }
            if (!Views.isView(node)) {
                return node;
            }
            Node operand = node.operands().get(0);
            if (isIdentity(node, operand)) {
                return operand;
            }
            boolean known = users.containsKey(operand) && !results.contains(operand);
            return known && mayMove(operand, users.get(operand), expensive) && moves(node, operand)
                    ? hoisted(node, crossedOps(node, operand, users, position), builder)
                    : node;
        });
    }

    private static Node withoutEmptyOperands(Node concatenation) {
        List<Node> operands = concatenation.operands().stream()
                .filter(operand -> !operand.shape().dims().contains(Dim.ZERO))
                .toList();
        if (operands.size() == concatenation.operands().size() || operands.isEmpty()) {
            return concatenation;
        }
        return operands.size() == 1 ? operands.get(0) : concatenation.withOperands(operands);
    }

    private static boolean isIdentity(Node view, Node operand) {
        if (!view.type().equals(operand.type())) {
            return false;
        }
        return switch (Views.kind(view)) {
            case TRANSPOSE -> {
                List<Integer> permutation = Views.permutation(view);
                yield IntStream.range(0, permutation.size()).allMatch(axis -> permutation.get(axis) == axis);
            }
            case SLICE -> view.attributes().longs(Attributes.STRIDES).stream().allMatch(step -> step == 1);
            case REVERSE -> reversedAxes(view, operand).isEmpty();
            case UPDATED -> false;
            default -> true;
        };
    }

    /** Returns true if a view may move across an operand. An expensive op is not repeated for several views of it. */
    private static boolean mayMove(Node operand, List<Node> users, int expensive) {
        boolean elementwise = OpTable.get().is(operand, OpKind.ELEMENTWISE);
        return elementwise
                && users.stream().allMatch(Views::isView)
                && (users.size() == 1 || OpTable.get().row(operand).cost() < expensive);
    }

    /**
     * Returns the ops that a view moves across in one step: an op, and the ops of the same shape that only these read.
     * Single steps would take as many rounds as a chain has ops.
     *
     * @return operands first
     */
    private static List<Node> crossedOps(Node view, Node op, Map<Node, List<Node>> users, Map<Node, Integer> position) {
        Set<Node> passed = Collections.newSetFromMap(new IdentityHashMap<>());
        // Readers before operands, so that all readers of an op were visited.
        PriorityQueue<Node> next = new PriorityQueue<>(Comparator.comparing(position::get, Comparator.reverseOrder()));
        next.add(op);
        while (!next.isEmpty()) {
            Node candidate = next.poll();
            boolean alone = candidate == op || passed.containsAll(users.get(candidate));
            if (alone
                    && moves(view, candidate)
                    && passed.add(candidate)
                    && users.get(op).size() == 1) {
                candidate.operands().stream()
                        .filter(operand -> users.containsKey(operand)
                                && OpTable.get().is(operand, OpKind.ELEMENTWISE)
                                && operand.shape().equals(op.shape()))
                        .forEach(next::add);
            }
        }
        return passed.stream().sorted(Comparator.comparing(position::get)).toList();
    }

    /**
     * Returns the view of the last op as ops on views of operands; the view itself if an operand cannot be viewed that
     * way.
     */
    private static Node hoisted(Node view, List<Node> ops, GraphBuilder builder) throws TypeException {
        Map<Node, Node> viewed = new IdentityHashMap<>();
        Node result = view;
        for (Node op : ops) {
            List<Node> operands = new ArrayList<>();
            for (Node operand : op.operands()) {
                if (operand.shape().rank() == 0) {
                    operands.add(operand);
                } else {
                    // All ops have one shape, so each operand has one view.
                    if (!viewed.containsKey(operand)) {
                        viewed.put(operand, viewed(view, op, operand, builder));
                    }
                    operands.add(viewed.get(operand));
                }
            }
            result = builder.operation(op.op(), operands, op.attributes(), op.label(), op.origin());
            viewed.put(op, result);
        }
        return result.type().equals(view.type()) ? result : view;
    }

    private static boolean moves(Node view, Node op) {
        return switch (Views.kind(view)) {
            case SLICE, REVERSE -> true;
            case RESHAPE ->
                op.operands().stream()
                        .allMatch(operand ->
                                operand.shape().rank() == 0 || operand.shape().equals(op.shape()));
            default -> false;
        };
    }

    private static Node viewed(Node view, Node op, Node operand, GraphBuilder builder) throws TypeException {
        Attributes attributes = switch (Views.kind(view)) {
            case SLICE -> slice(view, op, operand);
            case REVERSE ->
                Attributes.NONE.with(
                        Attributes.AXES,
                        reversedAxes(view, operand).stream().map(Long::valueOf).toList());
            default -> view.attributes();
        };
        if (Views.is(view, ViewKind.REVERSE) && attributes.axes().isEmpty()) {
            return operand;
        }
        return builder.operation(view.op(), List.of(operand), attributes, "", view.origin());
    }

    /** Returns the slice of an operand, which may have fewer dims, and size 1 along broadcast axes. */
    private static Attributes slice(Node view, Node op, Node operand) {
        int lacking = op.shape().rank() - operand.shape().rank();
        List<Dim> begin = new ArrayList<>();
        List<Dim> end = new ArrayList<>();
        List<Long> strides = new ArrayList<>();
        List<Dim> from = view.attributes().dims(Attributes.BEGIN);
        for (int axis = lacking; axis < from.size(); axis++) {
            boolean broadcast = !operand.shape()
                    .dims()
                    .get(axis - lacking)
                    .equals(op.shape().dims().get(axis));
            begin.add(broadcast ? Dim.ZERO : from.get(axis));
            end.add(broadcast ? Dim.ONE : view.attributes().dims(Attributes.END).get(axis));
            strides.add(
                    broadcast ? 1L : view.attributes().longs(Attributes.STRIDES).get(axis));
        }
        Attributes slice = Attributes.NONE
                .with(Attributes.BEGIN, List.copyOf(begin))
                .with(Attributes.END, List.copyOf(end))
                .with(Attributes.STRIDES, List.copyOf(strides));
        return view.attributes().flag(Attributes.INSIDE) ? slice.with(Attributes.INSIDE, true) : slice;
    }

    /** Returns the axes of an operand along which a Reverse of the op reverses the order. */
    private static List<Integer> reversedAxes(Node view, Node operand) {
        int lacking = view.shape().rank() - operand.shape().rank();
        try {
            return Axes.normalized(view.shape(), view.attributes().axes()).stream()
                    .map(axis -> axis - lacking)
                    .filter(axis ->
                            axis >= 0 && !operand.shape().dims().get(axis).equals(Dim.ONE))
                    .toList();
        } catch (TypeException e) {
            throw new IllegalStateException(view + ": " + e.getMessage(), e);
        }
    }
}
