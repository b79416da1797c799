package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.GraphDims.KnownAxes;
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
 * A sum along axes, term by term, with the factors that do not change along these axes outside: Σ (f a + g b) = f Σ a + g Σ b.
 * A factor that is reduced from a row holds up the plain sum until that is done, which reads the row once more; the
 * sums of a and b are computed together with it.
 */
final class FactoredSum {

    private static final String MULTIPLY = "Mul";
    private static final String NEGATE = "Neg";
    private static final String ADD_ALL = "AddN";

    /** More sums at once than this cost more than reading a row again. */
    private static final int MOST_SUMS = 3;

    private final GraphBuilder graph;
    private final ExpansionBuilder ops;
    private final Set<Node> given = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Node value;
    private final List<Long> axes;
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * The sum of a value.
     *
     * @param graph where the ops of the value are that may hold up its sum
     * @param ops makes the ops of the sum
     * @param given the operands of the op that is expanded: what they are computed from counts for nobody who differentiates
     *     the expansion
     * @param value of a ranked shape
     * @param axes from 0 on
     */
    FactoredSum(GraphBuilder graph, ExpansionBuilder ops, Collection<Node> given, Node value, List<Long> axes) {
        this.graph = graph;
        this.ops = ops;
        this.given.addAll(given);
        this.value = value;
        this.axes = axes;
    }

    /**
     * The sum with dims of 1 along its axes, if a factor holds up the plain one and few sums replace it. 16-bit sums would be
     * rounded too often.
     */
    Optional<Node> sum() throws TypeException {
        boolean isWide = value.dtype() == DType.F32 || value.dtype() == DType.F64;
        if (!isWide) {
            return Optional.empty();
        }
        List<Node> terms = terms();
        boolean few = terms.stream().filter(term -> parts(term).isEmpty()).count() <= MOST_SUMS;
        boolean isHeldUp =
                few && terms.stream().anyMatch(term -> product(term).stream().anyMatch(each -> isReduced(each.factor)));
        return isHeldUp ? Optional.of(zeroIfEmpty(factored())) : Optional.empty();
    }

    /** A factor outside of an empty sum need not be finite: it may be reduced along the same axes, or divide by their number. */
    private Node zeroIfEmpty(Node sum) throws TypeException {
        Node count = ops.elementCount(value, new KnownAxes(axes));
        return ops.select(ops.op("Equal", count, 0), ops.number(0, sum), sum);
    }

    /** The value and what it is made of, each once. Chains are long: no walk over them is recursive. */
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

    /** What is summed in the place of a term; nothing if that is the term itself. */
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
            List<Node> parts = parts(term);
            int waiting = open.size();
            for (int i = parts.size() - 1; i >= 0; i--) {
                if (!sums.containsKey(parts.get(i))) {
                    open.push(parts.get(i));
                }
            }
            if (open.size() == waiting) {
                open.pop();
                if (!sums.containsKey(term)) {
                    sums.put(term, sum(term, parts.stream().map(sums::get).toList()));
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

    /** Whether the op of this name has only operands of the shape of the value. */
    private boolean isTerm(Node node, String op) {
        return isMade(node, op) && node.operands().stream().allMatch(this::isWhole);
    }

    private boolean isMade(Node node, String op) {
        return node.isOperation() && node.op().equals(op) && !given.contains(node);
    }

    private boolean isWhole(Node node) {
        return node.shape().equals(value.shape());
    }

    /** A product of what varies along the axes with what does not. */
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

    /** A node that is the same along the axes, without the repetitions along them. */
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

    /** Whether a node is computed, by ops of the graph, from something of the shape of the value. */
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
