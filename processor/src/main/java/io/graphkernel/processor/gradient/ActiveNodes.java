package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.DtypeRules;
import io.graphkernel.op.GraphExpansion;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The values that have adjoints: wanted ones, and floating-point ones that depend on them. */
final class ActiveNodes {

    private final Set<Node> nodes = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Returns true if results depend on a value. They do so also through empty tensors, which have no adjoint. */
    static boolean dependOn(Node value, Set<Node> results, List<OpResults> order) {
        ActiveNodes dependent = new ActiveNodes();
        dependent.addAll(List.of(value));
        order.forEach(dependent::activate);
        return results.stream().anyMatch(dependent::contains);
    }

    void addAll(Collection<Node> wanted) {
        nodes.addAll(wanted);
    }

    boolean contains(Node node) {
        return nodes.contains(node);
    }

    /** Adds the results of an op that depend on an active value. */
    void activate(OpResults op) {
        Map<Integer, String> operands = operands(op.first());
        if (!operands.isEmpty()) {
            Set<Integer> constant = constantResults(op.first(), operands.keySet());
            op.results().stream()
                    .filter(ActiveNodes::isFloating)
                    .filter(result ->
                            !constant.contains((int) result.attributes().integer(Attributes.OUTPUT)))
                    .forEach(nodes::add);
        }
    }

    /**
     * Returns the indices of results that do not depend on active operands, such as a dropout's mask. They follow from
     * the ops by which a composite op is differentiated.
     */
    private static Set<Integer> constantResults(Node op, Set<Integer> operands) {
        OpRow row = op.isOperation() && !CustomGradient.is(op) ? OpTable.get().row(op) : null;
        if (row == null
                || row.results().size() < 2
                || row.hasVaryingResults()
                || row.expansion().isEmpty()
                || !row.gradient().rules().isEmpty()) {
            return Set.of();
        }
        List<Node> results;
        try {
            results = GraphExpansion.expand(
                    row, new GraphBuilder(OpTable.get()), op.operands(), op.attributes(), op.origin());
        } catch (TypeException e) {
            // The error is reported when the op is differentiated.
            return Set.of();
        }
        ActiveNodes inside = new ActiveNodes();
        operands.forEach(operand -> inside.nodes.add(op.operands().get(operand)));
        OpResults.between(Set.copyOf(op.operands()), results).forEach(inside::activate);
        return IntStream.range(0, results.size())
                .filter(number -> !inside.contains(results.get(number)))
                .boxed()
                .collect(Collectors.toSet());
    }

    /** Returns the operands through which an op depends on active values: parameter names by position. */
    Map<Integer, String> operands(Node op) {
        if (!op.isOperation()) {
            return Map.of();
        }
        Map<Integer, String> found = new TreeMap<>();
        OpRow row = OpTable.get().row(op);
        List<OpParameter> parameters = parameters(row, op);
        // Only the parameters of the kernel are differentiated, by the user's gradient.
        int first = CustomGradient.is(op) ? new CustomGradient(op).resultCount() : 0;
        for (int i = first; i < parameters.size(); i++) {
            String name = parameters.get(i).name();
            Node operand = op.operands().get(i);
            if (nodes.contains(operand)
                    && isFloating(operand)
                    && !row.gradient().nonDifferentiable().contains(name)) {
                found.put(i, name);
            }
        }
        return found;
    }

    /** Returns the row's parameter for each operand. */
    static List<OpParameter> parameters(OpRow row, Node op) {
        return DtypeRules.operandParameters(row, op.attributes(), op.operands().size());
    }

    private static boolean isFloating(Node node) {
        return node.dtype().isDifferentiable() || Loop.isLoop(node);
    }
}
