package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Storage;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Gives each result that no op computes (a parameter or a number returned as it is), and each that a library has stored as
 * another result already, an op that copies it: kernels store a value in several places, libraries in one. Runs last
 * before kernels are formed: an earlier pass may make such results.
 */
public final class OutputIdentity implements GraphPass {

    @Override
    public String name() {
        return "output_identity";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        Set<Node> byLibraries = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Graph.Output> copied = graph.outputs().stream()
                .filter(output -> !isStored(output.node(), byLibraries))
                .toList();
        if (copied.isEmpty()) {
            return graph;
        }
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        builder.parametersOf(graph.parameters());
        builder.require(graph.conditions());
        graph.nodes().forEach(builder::add);
        List<Graph.Output> outputs = new ArrayList<>();
        for (Graph.Output output : graph.outputs()) {
            Node node = copied.contains(output) ? copy(builder, output) : output.node();
            outputs.add(new Graph.Output(output.name(), node));
        }
        return builder.build(graph.name(), outputs);
    }

    private static boolean isStored(Node result, Set<Node> byLibraries) {
        if (!result.isOperation() || result.isAssign()) {
            return false;
        }
        Node writer = Storage.writer(result);
        return !OpTable.get().is(writer, OpKind.LIBRARY) || byLibraries.add(writer);
    }

    private static Node copy(GraphBuilder builder, Graph.Output output) {
        Node source = output.node().isAssign() ? output.node().operands().get(1) : output.node();
        return Copies.of(builder, source, output.name());
    }
}
