package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.BasicOps;
import java.util.List;

/** Accumulation of the gradients of a call into those of earlier calls, in place. */
final class GradientAccumulation {

    private GradientAccumulation() {}

    /**
     * Returns the graph of an accumulation.
     *
     * @param name name of the graph
     * @param gradients gradients in the order of the parameters of the graph
     * @return a graph that assigns to each gradient its sum with a second parameter of the same type
     */
    static Graph graph(String name, List<Graph.Output> gradients) {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        List<Node> targets = gradients.stream()
                .map(output ->
                        builder.tensorParameter(output.name(), output.node().type()))
                .toList();
        try {
            for (int i = 0; i < targets.size(); i++) {
                Node target = targets.get(i);
                Node addend = builder.tensorParameter(gradients.get(i).name() + "Addend", target.type());
                Node sum = builder.operation(BasicOps.ADD, List.of(target, addend), Attributes.NONE, "", Origin.NONE);
                builder.operation(Node.ASSIGN, List.of(target, sum), Attributes.NONE, "", Origin.NONE);
            }
        } catch (TypeException e) {
            throw new IllegalStateException("no sum of two tensors of one type", e);
        }
        return builder.build(name, List.of());
    }
}
