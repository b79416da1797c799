package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Graphs in {@code f32} as graphs in another dtype, over ops that {@link IntegerArithmetic} knows. */
final class WholeNumbers {

    /** What stands for an op that only floats have. */
    private static final Map<String, String> OPS = Map.of(
            "Exp", "Neg",
            "Tanh", "Abs",
            "Rsqrt", "Sign",
            "RealDiv", "Div");
    /** Ops whose results do not stay small and whole. */
    private static final Set<String> GROWING = Set.of("Mul", "RealDiv", "Div", "ReduceProd", "CumProd");

    private final DType dtype;
    private final GraphBuilder builder = new GraphBuilder(OpTable.get());
    private final Map<Node, Node> nodes = new IdentityHashMap<>();

    private WholeNumbers(DType dtype) {
        this.dtype = dtype;
    }

    /** The graph in another dtype; nothing if that has no exact meaning. */
    static Optional<Graph> of(Graph graph, DType dtype, String name) {
        boolean excluded = graph.tensorParameters().stream()
                        .anyMatch(parameter -> parameter.shape().isRankless())
                || !graph.conditions().isEmpty()
                || graph.nodes().stream()
                        .anyMatch(node -> OpTable.get().is(node, OpKind.LIBRARY)
                                || OpTable.get().is(node, OpKind.COMPOSITE))
                || (dtype.isFloating() && graph.nodes().stream().anyMatch(node -> isInexact(node, dtype)));
        if (excluded) {
            return Optional.empty();
        }
        try {
            return Optional.of(new WholeNumbers(dtype).build(graph, name));
        } catch (TypeException e) {
            return Optional.empty();
        }
    }

    /** The sums of a test fit f32; 16 bits hold none of them. */
    private static boolean isInexact(Node node, DType dtype) {
        boolean small = dtype == DType.F16 || dtype == DType.BF16;
        boolean sums = OpTable.get().is(node, OpKind.REDUCTION) || OpTable.get().is(node, OpKind.SCAN);
        boolean index = OpTable.get().is(node, OpKind.INDEX);
        return GROWING.contains(node.op())
                || (small && (index || (sums && !node.op().equals("ReduceMax"))));
    }

    private Graph build(Graph graph, String name) throws TypeException {
        for (Node parameter : graph.tensorParameters()) {
            DType own = parameter.dtype() == DType.F32 ? dtype : parameter.dtype();
            nodes.put(parameter, builder.tensorParameter(parameter.label(), new ValueType(own, parameter.shape())));
        }
        for (Node node : graph.nodes()) {
            if (node.isOperation()) {
                List<Node> operands =
                        node.operands().stream().map(this::converted).toList();
                Attributes attributes = node.op().equals("Cast")
                                && node.attributes().text(Attributes.DTYPE).equals("f32")
                        ? node.attributes().with(Attributes.DTYPE, dtype.text())
                        : node.attributes();
                String op = OPS.getOrDefault(node.op(), node.op());
                nodes.put(node, builder.operation(op, operands, attributes, node.label(), node.origin()));
            }
        }
        List<Graph.Output> outputs = graph.outputs().stream()
                .map(output -> new Graph.Output(output.name(), nodes.get(output.node())))
                .toList();
        return builder.build(name, outputs);
    }

    private Node converted(Node operand) {
        return nodes.computeIfAbsent(
                operand, any -> builder.constant(operand.attributes().number().longValue(), dtype));
    }
}
