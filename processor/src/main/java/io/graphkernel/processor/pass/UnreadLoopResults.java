package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Removes stacked results that nothing reads from loops, with the ops of the body that only they depend on. */
public final class UnreadLoopResults implements GraphPass {

    @Override
    public String name() {
        return "unread_loop_results";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        Map<Node, SortedSet<Integer>> read = new IdentityHashMap<>();
        graph.nodes().stream().filter(Loop::isLoop).forEach(loop -> read.put(loop, new TreeSet<>()));
        graph.nodes().stream()
                .filter(Loop::isResult)
                .forEach(result -> read.get(result.operands().get(0)).add(output(result)));
        Map<Node, Map<Integer, Node>> results = new IdentityHashMap<>();
        return GraphRewriter.rewriteWithOriginal(graph, (original, node, builder) -> {
            if (Loop.isLoop(node)) {
                return withResults(node, read.get(original));
            }
            if (!Loop.isResult(node)) {
                return node;
            }
            Node loop = original.operands().get(0);
            return results.computeIfAbsent(loop, key -> new HashMap<>())
                    .computeIfAbsent(output(node), output -> renumbered(node, read.get(loop)));
        });
    }

    private static Node renumbered(Node result, SortedSet<Integer> read) {
        int carried = Loop.of(result.operands().get(0)).carried();
        int before = output(result);
        int after = before < carried
                ? before
                : carried + read.tailSet(carried).headSet(before).size();
        return before == after
                ? result
                : result.withAttributes(result.attributes().with(Attributes.OUTPUT, (long) after));
    }

    private static int output(Node result) {
        return (int) result.attributes().integer(Attributes.OUTPUT);
    }

    private static Node withResults(Node node, SortedSet<Integer> read) {
        Loop loop = Loop.of(node);
        Graph body = loop.body();
        List<Graph.Output> outputs = new ArrayList<>();
        for (int i = 0; i < body.outputs().size(); i++) {
            if (read.contains(loop.carried() + i)) {
                outputs.add(body.outputs().get(i));
            }
        }
        if (outputs.size() == body.outputs().size()) {
            return node;
        }
        Graph fewer =
                new Graph(body.name(), body.parameters(), body.nodes(), outputs, body.groups(), body.conditions());
        return node.withAttributes(node.attributes().with(Attributes.BODY, DeadCodeElimination.withoutDeadCode(fewer)));
    }
}
