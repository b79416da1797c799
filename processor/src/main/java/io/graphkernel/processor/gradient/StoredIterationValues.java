package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Values of an iteration that the loop stores, and that its reversed loop reads instead of recomputing them with library
 * calls.
 *
 * <p>Results of the loop are stored anyway. Results of library calls are stored only for the gradient, if it would
 * otherwise repeat the call.
 */
final class StoredIterationValues {

    private final Map<Node, Node> results = new LinkedHashMap<>();
    private final Map<Node, Node> libraryResults = new LinkedHashMap<>();

    /**
     * Adds a stored value.
     *
     * @param output result of the loop's body that it is
     * @param value its recomputation in the body of the reversed loop
     * @param stored its stored slice there
     */
    void add(Graph.Output output, Node value, Node stored) {
        (output.name().startsWith(Loop.SAVED) ? libraryResults : results).putIfAbsent(value, stored);
    }

    /** Returns the body of the reversed loop with the stored values, without the ops that it no longer needs. */
    Graph replacedIn(Graph body) {
        Map<Node, Node> replaced = new IdentityHashMap<>();
        results.forEach((value, stored) -> {
            if (callsLibrary(value)) {
                replaced.put(value, stored);
            }
        });
        Set<Node> computed = NodeSets.transitiveOperands(ends(body), replaced.keySet());
        libraryResults.forEach((value, stored) -> {
            if (computed.contains(value)) {
                replaced.putIfAbsent(value, stored);
            }
        });
        return rebuilt(body, replaced);
    }

    private static boolean callsLibrary(Node value) {
        return NodeSets.transitiveOperands(List.of(value), Set.of()).stream()
                .anyMatch(node -> node.isOperation() && OpTable.get().is(node, OpKind.LIBRARY));
    }

    /** Returns the results and updates of a body. */
    private static List<Node> ends(Graph body) {
        List<Node> ends = new ArrayList<>(body.assigns());
        body.outputs().forEach(output -> ends.add(output.node()));
        return ends;
    }

    private static Graph rebuilt(Graph body, Map<Node, Node> replaced) {
        Map<Node, Node> copies = new IdentityHashMap<>();
        List<Node> nodes = new ArrayList<>();
        for (Node node : body.nodes()) {
            List<Node> operands = node.operands().stream()
                    .map(operand -> copies.getOrDefault(operand, operand))
                    .toList();
            Node copy = operands.equals(node.operands()) ? node : node.withOperands(operands);
            nodes.add(copy);
            Node stored = replaced.get(node);
            copies.put(node, stored == null ? copy : copies.getOrDefault(stored, stored));
        }
        List<Graph.Output> outputs = body.outputs().stream()
                .map(output -> new Graph.Output(output.name(), copies.getOrDefault(output.node(), output.node())))
                .toList();
        Graph complete = new Graph(
                body.name(), body.parameters(), nodes, outputs, List.of(), body.conditions(), body.lossParameters());
        Set<Node> needed = NodeSets.transitiveOperands(ends(complete), Set.of());
        return new Graph(
                body.name(),
                body.parameters(),
                nodes.stream().filter(needed::contains).toList(),
                outputs,
                List.of(),
                body.conditions(),
                body.lossParameters());
    }
}
