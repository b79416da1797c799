package io.graphkernel.processor.compilation;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.RankPolymorphicTypeRules;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Derivation of a method over tensors of equal shapes from one over unranked tensors. Values of different broadcasts
 * cannot share a loop, but nearly all calls pass equal shapes, for which all ops fit in one.
 */
final class EqualShapes {

    /** Name of the batch dims that all tensors have. */
    private static final String DIMS = "dims";

    private EqualShapes() {}

    /**
     * Returns the method for equal shapes.
     *
     * @param method a method of the user
     * @param names names of all methods of the class, with which that of the new method must not collide
     * @return a method with the same signature; empty unless all tensors, at least two, are unranked
     */
    static Optional<KernelMethod> of(KernelMethod method, Set<String> names) {
        Graph graph = method.graph();
        String name = method.equalShapesName();
        boolean suits = graph.tensorParameters().size() > 1
                && graph.tensorParameters().stream().allMatch(EqualShapes::isUnranked)
                && graph.outputs().stream().allMatch(output -> isUnranked(output.node()))
                && graph.nodes().stream().allMatch(node -> isUnranked(node) || node.isNumber())
                && graph.conditions().isEmpty()
                && graph.numberDims().isEmpty()
                && !names.contains(name);
        if (!suits) {
            return Optional.empty();
        }
        try {
            return Optional.of(method.withEqualShapes(derived(graph, name)));
        } catch (TypeException e) {
            // An op that takes a broadcast, but no batch dims.
            return Optional.empty();
        }
    }

    private static boolean isUnranked(Node node) {
        return node.shape().isUnranked() && node.shape().declared().isScalar();
    }

    private static Graph derived(Graph graph, String name) throws TypeException {
        Set<String> taken = new HashSet<>();
        graph.parameters().forEach(parameter -> taken.add(parameter.name()));
        String dims = DIMS;
        while (taken.contains(dims)) {
            dims += "_";
        }
        Shape shape = Shape.of(List.of(Dim.Symbol.batchDims(dims)));
        GraphBuilder builder = new GraphBuilder(RankPolymorphicTypeRules.INSTANCE);
        Map<String, Object> arguments = new HashMap<>();
        for (Graph.Parameter parameter : graph.parameters()) {
            if (parameter.isTensor()) {
                ValueType type = new ValueType(parameter.node().dtype(), shape);
                arguments.put(parameter.name(), builder.tensorParameter(parameter.name(), type));
            } else {
                builder.primitiveParameter(parameter.name(), parameter.javaType());
                arguments.put(parameter.name(), parameter.name());
            }
        }
        List<Node> results = builder.inline(graph, arguments, Map.of(), Origin.NONE);
        List<Graph.Output> outputs = new ArrayList<>();
        for (Node result : results) {
            outputs.add(new Graph.Output(graph.outputs().get(outputs.size()).name(), result));
        }
        return builder.build(name, outputs).withLossParameters(graph.lossParameters());
    }
}
