package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.GraphDims.KnownAxes;
import java.util.ArrayList;
import java.util.Collections;
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
    private final Node value;
    private final List<Long> axes;
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> summed = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Node, Node> sums = new IdentityHashMap<>();

    /**
     * The sum of a value.
     *
     * @param graph where the ops of the value are that may hold up its sum
     * @param ops makes the ops of the sum
     * @param value of a ranked shape
     * @param axes from 0 on
     */
    FactoredSum(GraphBuilder graph, ExpansionBuilder ops, Node value, List<Long> axes) {
        this.graph = graph;
        this.ops = ops;
        this.value = value;
        this.axes = axes;
    }

    /**
     * The sum with dims of 1 along its axes, if a factor holds up the plain one and few sums replace it. 16-bit sums would be
     * rounded too often.
     */
    Optional<Node> sum() throws TypeException {
        boolean isWide = value.dtype() == DType.F32 || value.dtype() == DType.F64;
        if (!isWide || !isHeldUp(value) || summed.size() > MOST_SUMS) {
            return Optional.empty();
        }
        return Optional.of(sum(value));
    }

    /** Whether a factor holds up the sum of a term; finds what is summed then. Each node counts once. */
    private boolean isHeldUp(Node term) {
        if (!seen.add(term)) {
            return false;
        }
        if (isTerm(term, NEGATE) || isTerm(term, ADD_ALL)) {
            boolean any = false;
            for (Node addend : term.operands()) {
                any |= isHeldUp(addend);
            }
            return any;
        }
        Optional<Product> product = product(term);
        if (product.isEmpty()) {
            summed.add(term);
            return false;
        }
        boolean varying = isHeldUp(product.get().varying);
        return varying || isReduced(product.get().factor);
    }

    private Node sum(Node term) throws TypeException {
        Node known = sums.get(term);
        if (known == null) {
            known = newSum(term);
            sums.put(term, known);
        }
        return known;
    }

    private Node newSum(Node term) throws TypeException {
        if (isTerm(term, NEGATE)) {
            return ops.op(NEGATE, sum(term.operands().get(0)));
        }
        if (isTerm(term, ADD_ALL)) {
            List<Node> addends = new ArrayList<>();
            for (Node addend : term.operands()) {
                addends.add(sum(addend));
            }
            return ops.op(ADD_ALL, addends.toArray(Node[]::new));
        }
        Optional<Product> product = product(term);
        return product.isPresent()
                ? ops.mul(sum(product.get().varying), product.get().factor)
                : ops.reduce("ReduceSum", term, new KnownAxes(axes), true);
    }

    /** Whether the op of this name has only operands of the shape of the value. */
    private boolean isTerm(Node node, String op) {
        return node.isOperation()
                && node.op().equals(op)
                && node.operands().stream().allMatch(this::isWhole);
    }

    private boolean isWhole(Node node) {
        return node.shape().equals(value.shape());
    }

    /** A product of what varies along the axes with what does not. */
    private record Product(Node varying, Node factor) {}

    private Optional<Product> product(Node term) {
        if (!term.isOperation() || !term.op().equals(MULTIPLY)) {
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
        if (node.isOperation() && node.op().equals(ViewKind.BROADCAST.op())) {
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
        return graph.has(node)
                && seen.add(node)
                && node.operands().stream().anyMatch(operand -> isWhole(operand) || isReduced(operand));
    }
}
