package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Graphs in {@code f32}, converted to another dtype with ops that {@link IntegerArithmetic} supports. */
final class IntegerGraphs {

    /** Substitutes for ops that only floats have. */
    private static final Map<String, String> OPS = Map.of(
            "Exp", "Neg",
            "Tanh", "Abs",
            "Rsqrt", "Sign",
            "RealDiv", "Div");
    /** Ops whose results do not stay small integers. */
    private static final Set<String> GROWING = Set.of("Mul", "RealDiv", "Div", "ReduceProd", "CumProd");

    private final DataType dtype;
    private final GraphBuilder builder = new GraphBuilder(OpTable.get());
    private final Map<Node, Node> nodes = new IdentityHashMap<>();

    private IntegerGraphs(DataType dtype) {
        this.dtype = dtype;
    }

    /** Returns the graph in another dtype; empty if that has no exact meaning. */
    static Optional<Graph> of(Graph graph, DataType dtype, String name) {
        boolean excluded = graph.tensorParameters().stream()
                        .anyMatch(parameter -> parameter.shape().isUnranked())
                || !graph.conditions().isEmpty()
                || graph.nodes().stream()
                        .anyMatch(node -> OpTable.get().is(node, OpKind.LIBRARY)
                                || OpTable.get().is(node, OpKind.COMPOSITE))
                || (dtype.isFloating() && graph.nodes().stream().anyMatch(node -> isInexact(node, dtype)));
        if (excluded) {
            return Optional.empty();
        }
        try {
            return Optional.of(new IntegerGraphs(dtype).build(graph, name));
        } catch (TypeException e) {
            return Optional.empty();
        }
    }

    /** Returns true if the dtype cannot represent a test's sums; 16-bit floats represent none. */
    private static boolean isInexact(Node node, DataType dtype) {
        boolean small = dtype == DataType.F16 || dtype == DataType.BF16;
        boolean sums = OpTable.get().is(node, OpKind.REDUCTION) || OpTable.get().is(node, OpKind.SCAN);
        boolean index = OpTable.get().is(node, OpKind.INDEX);
        return GROWING.contains(node.op())
                || (small && (index || (sums && !node.op().equals("ReduceMax"))));
    }

    private Graph build(Graph graph, String name) throws TypeException {
        for (Node parameter : graph.tensorParameters()) {
            DataType own = parameter.dtype() == DataType.F32 ? dtype : parameter.dtype();
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
                operand, key -> builder.constant(operand.attributes().number().longValue(), dtype));
    }
}
