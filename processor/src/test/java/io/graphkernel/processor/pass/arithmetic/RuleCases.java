package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.pass.PassCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Graphs to which the arithmetic rules apply, one file each, in every dtype. */
final class RuleCases {

    private static final Path DIRECTORY = Path.of("src/test/resources/pass/arithmetic_rules");

    private RuleCases() {}

    static Path file(ArithmeticRule rule) {
        return DIRECTORY.resolve(rule.id() + ".gk");
    }

    static boolean exists(ArithmeticRule rule) {
        return Files.exists(Path.of(System.getProperty("basedir", "")).resolve(file(rule)));
    }

    /** Returns the graph of a rule's file with another dtype in place of f32; empty if an op or a number does not support it. */
    static Optional<Graph> in(DataType dtype, ArithmeticRule rule) {
        try {
            return Optional.of(converted(PassCases.before(file(rule)), dtype));
        } catch (TypeException e) {
            return Optional.empty();
        }
    }

    private static Graph converted(Graph graph, DataType dtype) throws TypeException {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        Map<Node, Node> nodes = new IdentityHashMap<>();
        for (Node parameter : graph.tensorParameters()) {
            DataType own = parameter.dtype() == DataType.F32 ? dtype : parameter.dtype();
            nodes.put(parameter, builder.tensorParameter(parameter.label(), new ValueType(own, parameter.shape())));
        }
        for (Node node : graph.nodes()) {
            if (!node.isOperation()) {
                Number value = node.attributes().number();
                nodes.put(node, builder.constant(dtype.isFloating() ? value : (Number) value.longValue(), dtype));
                continue;
            }
            List<Node> operands = node.operands().stream().map(nodes::get).toList();
            Attributes attributes = node.attributes().has(Attributes.DTYPE)
                    ? node.attributes().with(Attributes.DTYPE, dtype.text())
                    : node.attributes();
            nodes.put(node, builder.operation(node.op(), operands, attributes, node.label(), node.origin()));
        }
        return builder.build(
                graph.name(),
                graph.outputs().stream()
                        .map(output -> new Graph.Output(output.name(), nodes.get(output.node())))
                        .toList());
    }
}
