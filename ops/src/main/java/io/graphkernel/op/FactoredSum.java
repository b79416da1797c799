package io.graphkernel.op;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.GraphDims.KnownAxes;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.ViewKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Sum along axes, term by term, with loop-invariant factors hoisted: Σ (f a + g b) = f Σ a + g Σ b. If a factor is
 * itself a reduction of the row, the plain sum must read the row again after that reduction. The sums of a and b are
 * computed together with it.
 */
final class FactoredSum {

    private static final String MULTIPLY = "Mul";
    private static final String NEGATE = "Neg";
    private static final String ADD_ALL = "AddN";

    /** Maximum number of simultaneous sums, beyond which rereading the row is cheaper. */
    private static final int MAX_SUMS = 3;

    private final GraphBuilder graph;
    private final ExpansionBuilder ops;
    private final Set<Node> given = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Node value;
    private final List<Long> axes;
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Creates the sum of a value.
     *
     * @param graph graph with the ops that the value depends on
     * @param ops builder of the ops of the sum
     * @param given operands of the expanded op; ops that they depend on are not part of the expansion's derivative
     * @param value value with a ranked shape
     * @param axes axes, nonnegative
     */
    FactoredSum(GraphBuilder graph, ExpansionBuilder ops, Collection<Node> given, Node value, List<Long> axes) {
        this.graph = graph;
        this.ops = ops;
        this.given.addAll(given);
        this.value = value;
        this.axes = axes;
    }

    /**
     * Returns the sum with reduced axes kept, if a factor delays the plain sum and few sums replace it. Sums of 16-bit
     * floats are excluded, since they would be rounded too often.
     */
    Optional<Node> sum() throws TypeException {
        boolean isWide = value.dtype() == DataType.F32 || value.dtype() == DataType.F64;
        if (!isWide) {
            return Optional.empty();
        }
        List<Node> terms = terms();
        boolean few = terms.stream().filter(term -> parts(term).isEmpty()).count() <= MAX_SUMS;
        boolean isHeldUp = few
                && terms.stream().anyMatch(term -> product(term).stream().anyMatch(factor -> isReduced(factor.factor)));
        return isHeldUp ? Optional.of(zeroIfEmpty(factored())) : Optional.empty();
    }

    /**
     * Returns 0 for an empty sum. The hoisted factor need not be finite then: it may be a reduction along the same
     * axes, or divide by their size.
     */
    private Node zeroIfEmpty(Node sum) throws TypeException {
        Node count = ops.elementCount(value, new KnownAxes(axes));
        return ops.select(ops.op("Equal", count, 0), ops.number(0, sum), sum);
    }

    /** Returns the value and its summands, each once. Chains are long, so the traversal is iterative. */
    private List<Node> terms() {
        List<Node> terms = new ArrayList<>();
        Deque<Node> open = new ArrayDeque<>(List.of(value));
        while (!open.isEmpty()) {
            Node term = open.pop();
            if (seen.add(term)) {
                terms.add(term);
                open.addAll(parts(term));
            }
        }
        return terms;
    }

    /** Returns the summands of a term; empty if it is a leaf. */
    private List<Node> parts(Node term) {
        return isTerm(term, NEGATE) || isTerm(term, ADD_ALL)
                ? term.operands()
                : product(term).map(product -> List.of(product.varying)).orElse(List.of());
    }

    private Node factored() throws TypeException {
        Map<Node, Node> sums = new IdentityHashMap<>();
        Deque<Node> open = new ArrayDeque<>(List.of(value));
        while (!open.isEmpty()) {
            Node term = open.peek();
            List<Node> factors = parts(term);
            int waiting = open.size();
            for (int i = factors.size() - 1; i >= 0; i--) {
                if (!sums.containsKey(factors.get(i))) {
                    open.push(factors.get(i));
                }
            }
            if (open.size() == waiting) {
                open.pop();
                if (!sums.containsKey(term)) {
                    sums.put(term, sum(term, factors.stream().map(sums::get).toList()));
                }
            }
        }
        return sums.get(value);
    }

    private Node sum(Node term, List<Node> sums) throws TypeException {
        if (sums.isEmpty()) {
            return ops.reduce("ReduceSum", term, new KnownAxes(axes), true);
        }
        return isTerm(term, NEGATE) || isTerm(term, ADD_ALL)
                ? ops.op(term.op(), sums.toArray(Node[]::new))
                : ops.mul(sums.get(0), product(term).orElseThrow().factor);
    }

    /** Returns true if the op of this name has only operands of the shape of the value. */
    private boolean isTerm(Node node, String op) {
        return isMade(node, op) && node.operands().stream().allMatch(this::isWhole);
    }

    private boolean isMade(Node node, String op) {
        return node.isOperation() && node.op().equals(op) && !given.contains(node);
    }

    private boolean isWhole(Node node) {
        return node.shape().equals(value.shape());
    }

    /** Product of a factor that varies along the axes and an invariant one. */
    private record Product(Node varying, Node factor) {}

    private Optional<Product> product(Node term) {
        if (!isMade(term, MULTIPLY)) {
            return Optional.empty();
        }
        Node a = term.operands().get(0);
        Node b = term.operands().get(1);
        Optional<Node> first = factor(a);
        Optional<Node> second = factor(b);
        if (second.isPresent() && isWhole(a)) {
            return Optional.of(new Product(a, second.get()));
        }
        return first.isPresent() && isWhole(b) ? Optional.of(new Product(b, first.get())) : Optional.empty();
    }

    /** Returns the node without its broadcast along the axes, if it is invariant along them. */
    private Optional<Node> factor(Node node) {
        if (isMade(node, ViewKind.BROADCAST.op())) {
            return factor(node.operands().get(0));
        }
        List<Dim> dims = node.shape().dims();
        int leading = value.shape().rank() - dims.size();
        return axes.stream()
                        .allMatch(axis -> axis < leading
                                || dims.get((int) (axis - leading)).equals(Dim.ONE))
                ? Optional.of(node)
                : Optional.empty();
    }

    /** Returns true if a node depends, through ops of the graph, on a value of the summed shape. */
    private boolean isReduced(Node node) {
        Deque<Node> open = new ArrayDeque<>(List.of(node));
        while (!open.isEmpty()) {
            Node next = open.pop();
            if (next != node && isWhole(next)) {
                return true;
            }
            if (graph.has(next) && seen.add(next)) {
                List<Node> operands = next.operands();
                for (int i = operands.size() - 1; i >= 0; i--) {
                    open.push(operands.get(i));
                }
            }
        }
        return false;
    }
}
