package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Cancels transposes around elementwise ops: {@code Transpose(Exp(Transpose(x)))} with inverse permutations is {@code
 * Exp(x)}. The enclosed ops have no other users and read only numbers and transposes of one permutation.
 */
public final class TransformOpOptimizer implements GraphPass {

    @Override
    public String name() {
        return "transform_op_optimizer";
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        Map<Node, Integer> position = new HashMap<>();
        graph.nodes().forEach(node -> position.put(node, position.size()));
        UseLists readers = new UseLists(graph);
        Set<Node> enclosed = new HashSet<>();
        Set<Node> outer = new HashSet<>();
        for (Node node : graph.nodes()) {
            Node value = isTranspose(node) ? node.operands().get(0) : node;
            if (value != node && !enclosed.contains(value) && isInside(value, readers)) {
                Region region = new Region(Views.permutation(node), readers, outer, position);
                if (region.grow(value)) {
                    enclosed.addAll(region.inside);
                    outer.addAll(readers.of(value));
                }
            }
        }
        return GraphRewriter.rewriteWithOriginal(graph, (original, node, builder) -> {
            if (outer.contains(original)) {
                return node.operands().get(0);
            }
            return enclosed.contains(original) ? untransposed(original, node, enclosed, builder) : node;
        });
    }

    private static boolean isTranspose(Node node) {
        return Views.is(node, ViewKind.TRANSPOSE);
    }

    /** Returns true if a value is elementwise and read only through transposes. */
    private static boolean isInside(Node value, UseLists readers) {
        return OpTable.get().is(value, OpKind.ELEMENTWISE)
                && !readers.isResult(value)
                && readers.of(value).stream()
                        .allMatch(user -> isTranspose(user)
                                && Views.permutation(user)
                                        .equals(Views.permutation(
                                                readers.of(value).get(0))));
    }

    private static Node untransposed(Node original, Node node, Collection<Node> enclosed, GraphBuilder builder)
            throws TypeException {
        List<Node> operands = new ArrayList<>();
        for (int i = 0; i < node.operands().size(); i++) {
            Node operand = node.operands().get(i);
            boolean transposed = isTranspose(operand)
                    && !enclosed.contains(original.operands().get(i));
            operands.add(transposed ? operand.operands().get(0) : operand);
        }
        return builder.operation(node.op(), operands, node.attributes(), node.label(), node.origin());
    }

    /** Elementwise ops between transposes. */
    private static final class Region {

        private final List<Integer> permutation;
        private final UseLists readers;
        /** Transposes at the end of other regions, which will be removed. */
        private final Set<Node> outer;

        private final Set<Node> inside = new HashSet<>();
        /**
         * Worklist in reverse topological order, so that all users of an op were visited before; parameters come last.
         */
        private final PriorityQueue<Node> next;

        Region(List<Integer> permutation, UseLists readers, Set<Node> outer, Map<Node, Integer> position) {
            this.permutation = permutation;
            this.outer = outer;
            this.readers = readers;
            this.next = new PriorityQueue<>((a, b) -> position.getOrDefault(b, -1) - position.getOrDefault(a, -1));
        }

        /** Adds the transitive operands up to inverse transposes; returns false if another operand is found. */
        boolean grow(Node last) {
            next.add(last);
            while (!next.isEmpty()) {
                Node node = next.poll();
                if (inside.contains(node)) {
                    continue;
                }
                if (node != last && !mayBeInside(node, last)) {
                    return false;
                }
                inside.add(node);
                node.operands().stream().filter(operand -> !isEdge(operand)).forEach(next::add);
            }
            return true;
        }

        private boolean isEdge(Node operand) {
            boolean stays = !outer.contains(operand);
            return operand.shape().isScalar() || stays && isTranspose(operand) && isInverse(Views.permutation(operand));
        }

        private boolean isInverse(List<Integer> inner) {
            return inner.size() == permutation.size()
                    && IntStream.range(0, inner.size()).allMatch(axis -> inner.get(permutation.get(axis)) == axis);
        }

        private boolean mayBeInside(Node operand, Node last) {
            return OpTable.get().is(operand, OpKind.ELEMENTWISE)
                    && !readers.isResult(operand)
                    && operand.shape().rank() == last.shape().rank()
                    && inside.containsAll(readers.of(operand));
        }
    }
}
