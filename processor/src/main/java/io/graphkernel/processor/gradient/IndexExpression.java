package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimFold;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import java.util.List;
import java.util.Optional;

/** Evaluation of a dim for all values of a loop's index, by ops on a tensor of these values. */
final class IndexExpression {

    private final GraphBuilder graph;
    private final String index;
    private final Node values;
    private final Origin origin;

    /**
     * Creates an evaluation.
     *
     * @param graph receives the ops
     * @param index symbol of the index
     * @param values values of the index, of an integer dtype
     * @param origin line of the ops
     */
    IndexExpression(GraphBuilder graph, String index, Node values, Origin origin) {
        this.graph = graph;
        this.index = index;
        this.values = values;
        this.origin = origin;
    }

    /**
     * Value of a subexpression.
     *
     * @param dim the subexpression, or a part without the index
     * @param node its values; empty if it does not depend on the index
     */
    private record Value(Dim dim, Optional<Node> node) {}

    /** Failure inside a fold. */
    private static final class FoldException extends RuntimeException {
        private static final long serialVersionUID = 1;

        FoldException(TypeException cause) {
            super(cause);
        }
    }

    /** Operator on two dims. */
    private interface DimOperator {
        Dim of(Dim a, Dim b);
    }

    /** Returns the values of a dim that depends on the index. */
    Node of(Dim dim) throws TypeException {
        try {
            return dim.fold(new Fold()).node().orElseThrow();
        } catch (FoldException e) {
            throw (TypeException) e.getCause();
        }
    }

    private final class Fold implements DimFold<Value> {

        @Override
        public Value number(long number) {
            return new Value(Dim.of(number), Optional.empty());
        }

        @Override
        public Value symbol(String name) {
            return new Value(new Dim.Symbol(name), Optional.of(values).filter(node -> name.equals(index)));
        }

        @Override
        public Value sum(List<Value> terms) {
            return terms.stream()
                    .reduce((a, b) -> combined("Add", Dim::plus, a, b))
                    .orElseThrow();
        }

        @Override
        public Value product(List<Value> factors) {
            return factors.stream()
                    .reduce((a, b) -> combined("Mul", Dim::times, a, b))
                    .orElseThrow();
        }

        @Override
        public Value floorDiv(Value dividend, Value divisor) {
            return combined("FloorDiv", Dim::floorDiv, dividend, divisor);
        }

        @Override
        public Value min(Value a, Value b) {
            return combined("Minimum", Dim::min, a, b);
        }

        @Override
        public Value max(Value a, Value b) {
            return combined("Maximum", Dim::max, a, b);
        }

        private Value combined(String op, DimOperator fixed, Value a, Value b) {
            if (a.node().isEmpty() && b.node().isEmpty()) {
                return new Value(fixed.of(a.dim(), b.dim()), Optional.empty());
            }
            try {
                Node result = graph.operation(op, List.of(operand(a), operand(b)), Attributes.NONE, "", origin);
                return new Value(Dim.ZERO, Optional.of(result));
            } catch (TypeException e) {
                throw new FoldException(e);
            }
        }

        private Node operand(Value value) {
            return value.node().orElseGet(() -> graph.add(Node.dimension(value.dim(), values.dtype())));
        }
    }
}
