package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.ViewKind;
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
 * Cancels transposes that enclose elementwise ops: {@code Transpose(Exp(Transpose(x)))} with inverse permutations is
 * {@code Exp(x)}. What is enclosed has no other reader, and reads nothing but numbers and transposes of one permutation.
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
        Readers readers = new Readers(graph);
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
        return GraphRewriter.rewriteKnowing(graph, (original, node, builder) -> {
            if (outer.contains(original)) {
                return node.operands().get(0);
            }
            return enclosed.contains(original) ? untransposed(original, node, enclosed, builder) : node;
        });
    }

    private static boolean isTranspose(Node node) {
        return Views.is(node, ViewKind.TRANSPOSE);
    }

    /** Whether a value is computed element by element and only seen transposed. */
    private static boolean isInside(Node value, Readers readers) {
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
        private final Readers readers;
        /** Transposes that end other regions, and will be gone. */
        private final Set<Node> outer;

        private final Set<Node> inside = new HashSet<>();
        /** The last op first, so that all readers of an op are known when it is looked at; parameters at the end. */
        private final PriorityQueue<Node> next;

        Region(List<Integer> permutation, Readers readers, Set<Node> outer, Map<Node, Integer> position) {
            this.permutation = permutation;
            this.outer = outer;
            this.readers = readers;
            this.next = new PriorityQueue<>((a, b) -> position.getOrDefault(b, -1) - position.getOrDefault(a, -1));
        }

        /** Takes in all that an op reads up to inverse transposes; false if it reads something else. */
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
