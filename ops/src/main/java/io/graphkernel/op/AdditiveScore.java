package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Score function that adds a bias to the score, or replaces the score by minus infinity: its bias is a function of the
 * other parameters alone. The replaced score may be infinite or NaN, so that {@code ArithmeticBuilder.masked} adds the
 * bias.
 *
 * @param bias the function that is added to the score
 * @param parameters indices of the parameters of the score function that the bias has, in order
 */
public record AdditiveScore(ScalarFunction bias, List<Integer> parameters) {

    private static final String SELECT = "Select";
    private static final String SUB = "Sub";
    private static final String ADD = "Add";

    /** Creates a score function of a bias. */
    public AdditiveScore {
        parameters = List.copyOf(parameters);
    }

    /**
     * Returns the bias of a score function.
     *
     * @param function function whose first parameter is the score
     * @param required index of a parameter that the bias has in any case
     * @return empty if the function is not known to add a bias
     */
    public static Optional<AdditiveScore> of(ScalarFunction function, int required) {
        try {
            return new Separation(function.body()).separated(required);
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Separation of the bias from one function. */
    private static final class Separation {

        private final Graph body;
        private final Node score;
        private final GraphBuilder graph = new GraphBuilder(OpTable.get());
        /** Values that depend on the score. */
        private final Set<Node> dependent = Collections.newSetFromMap(new IdentityHashMap<>());

        Separation(Graph body) {
            this.body = body;
            this.score = body.parameters().get(0).node();
            dependent.add(score);
            for (Node node : body.nodes()) {
                if (node.operands().stream().anyMatch(dependent::contains)) {
                    dependent.add(node);
                }
            }
        }

        Optional<AdditiveScore> separated(int required) throws TypeException {
            graph.parametersOf(body.parameters());
            body.nodes().stream().filter(node -> !dependent.contains(node)).forEach(graph::add);
            Node result = body.outputs().get(0).node();
            Optional<Node> bias = dependent.contains(result) ? bias(result) : Optional.empty();
            return bias.isEmpty() ? Optional.empty() : Optional.of(function(bias.get(), required));
        }

        /** Returns the difference of a value and the score; empty if it depends on the score, or is not known. */
        private Optional<Node> bias(Node value) throws TypeException {
            if (value == score) {
                return Optional.of(graph.constant(0.0, score.dtype()));
            }
            List<Node> operands = value.operands();
            return switch (value.op()) {
                case ADD ->
                    dependent.contains(operands.get(0))
                            ? sum(ADD, operands.get(0), operands.get(1))
                            : sum(ADD, operands.get(1), operands.get(0));
                case SUB -> sum(SUB, operands.get(0), operands.get(1));
                case SELECT -> selected(operands.get(0), operands.get(1), operands.get(2));
                default -> Optional.empty();
            };
        }

        private Optional<Node> sum(String op, Node value, Node addend) throws TypeException {
            Optional<Node> bias =
                    dependent.contains(value) && !dependent.contains(addend) ? bias(value) : Optional.empty();
            if (bias.isEmpty()) {
                return bias;
            }
            boolean isZero = isConstant(bias.get(), 0);
            return Optional.of(isZero && op.equals(ADD) ? addend : op(op, bias.get(), addend));
        }

        private Optional<Node> selected(Node condition, Node yes, Node no) throws TypeException {
            Optional<Node> whenTrue = dependent.contains(condition) ? Optional.empty() : branch(yes);
            Optional<Node> whenFalse = whenTrue.isEmpty() ? whenTrue : branch(no);
            return whenFalse.isEmpty()
                    ? whenFalse
                    : Optional.of(op(SELECT, condition, whenTrue.get(), whenFalse.get()));
        }

        /** Minus infinity is itself the sum of it and any finite score. */
        private Optional<Node> branch(Node value) throws TypeException {
            return isConstant(value, Double.NEGATIVE_INFINITY) ? Optional.of(value) : bias(value);
        }

        private static boolean isConstant(Node node, double value) {
            return node.kind() == Node.Kind.CONSTANT && node.attributes().value() == value;
        }

        private Node op(String name, Node... operands) throws TypeException {
            return graph.operation(name, List.of(operands), Attributes.NONE, "", Origin.NONE);
        }

        private AdditiveScore function(Node bias, int required) {
            Graph whole = graph.build(body.name(), List.of(new Graph.Output("bias", bias)));
            Graph minimal = ScalarFunction.minimal(whole).body();
            Set<Node> read = Collections.newSetFromMap(new IdentityHashMap<>());
            minimal.nodes().forEach(node -> read.addAll(node.operands()));
            read.add(minimal.outputs().get(0).node());
            List<Integer> indices = new ArrayList<>();
            List<Graph.Parameter> kept = new ArrayList<>();
            for (int i = 0; i < minimal.parameters().size(); i++) {
                Graph.Parameter parameter = minimal.parameters().get(i);
                if (i == required || read.contains(parameter.node())) {
                    indices.add(i);
                    kept.add(parameter);
                }
            }
            Graph function = new Graph(minimal.name(), kept, minimal.nodes(), minimal.outputs(), List.of(), List.of());
            return new AdditiveScore(new ScalarFunction(function), indices);
        }
    }
}
