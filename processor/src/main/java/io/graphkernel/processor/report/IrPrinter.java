package io.graphkernel.processor.report;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.ValueType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Printer of graphs in the format of MindSpore's {@code .ir} files: a header, the parameters, numbered nodes with the
 * types of their operands and results, and a subgraph for each kernel with several ops.
 *
 * <pre>
 * %1(res) = Add(%0, 1.0) primitive_attrs: {...}
 *     : (&lt;Tensor[Float32], (4, 4)&gt;, &lt;Float32&gt;) -&gt; (&lt;Tensor[Float32], (4, 4)&gt;)
 *     # MyNet.java:12
 * </pre>
 */
final class IrPrinter {

    private static final Map<DataType, String> DTYPES = new EnumMap<>(Map.ofEntries(
            Map.entry(DataType.F32, "Float32"),
            Map.entry(DataType.F64, "Float64"),
            Map.entry(DataType.F16, "Float16"),
            Map.entry(DataType.BF16, "BFloat16"),
            Map.entry(DataType.F8E4M3, "Float8E4M3FN"),
            Map.entry(DataType.F8E5M2, "Float8E5M2"),
            Map.entry(DataType.I8, "Int8"),
            Map.entry(DataType.U8, "UInt8"),
            Map.entry(DataType.I16, "Int16"),
            Map.entry(DataType.U16, "UInt16"),
            Map.entry(DataType.I32, "Int32"),
            Map.entry(DataType.U32, "UInt32"),
            Map.entry(DataType.I64, "Int64"),
            Map.entry(DataType.U64, "UInt64"),
            Map.entry(DataType.BOOL, "Bool")));

    private final Graph graph;
    private final Map<Node, String> labels;
    private final Map<Node, List<Node>> users;
    private final StringBuilder text = new StringBuilder();

    /** References to the values of the current subgraph. */
    private Map<Node, String> references;

    private int number;

    private IrPrinter(Graph graph) {
        this.graph = graph;
        this.labels = GraphPrinter.names(graph);
        this.users = graph.users();
    }

    static String print(Graph graph) {
        return new IrPrinter(graph).run();
    }

    private String run() {
        List<Graph.Parameter> parameters = graph.parameters();
        text.append("#IR entry      : @").append(graph.name()).append('\n');
        text.append("#Total params  : ").append(parameters.size()).append("\n\n");
        open();
        for (int i = 0; i < parameters.size(); i++) {
            Graph.Parameter parameter = parameters.get(i);
            String name = "%para" + (i + 1) + "_" + parameter.name();
            text.append(name).append(" : ");
            if (parameter.isTensor()) {
                references.put(parameter.node(), name);
                text.append(type(parameter.node().type()));
            } else {
                text.append('<').append(parameter.javaType()).append('>');
            }
            text.append('\n');
        }
        text.append("\nsubgraph @").append(graph.name()).append(" {\n");
        if (graph.groups().isEmpty()) {
            graph.operations().forEach(this::operation);
        }
        List<Integer> composites = new ArrayList<>();
        for (int i = 0; i < graph.groups().size(); i++) {
            FusionGroup group = graph.groups().get(i);
            if (group.nodes().size() == 1) {
                operation(group.nodes().get(0));
            } else {
                call(group, i);
                composites.add(i);
            }
        }
        end(graph.outputs().stream().map(Graph.Output::node).toList());
        composites.forEach(i -> subgraph(graph.groups().get(i), i));
        return text.toString();
    }

    private void open() {
        references = new IdentityHashMap<>();
        number = 0;
    }

    private void end(List<Node> results) {
        text.append("  Return(").append(references(results)).append(")\n}\n");
    }

    private void operation(Node node) {
        define(node, node.op() + "(" + references(node.operands()) + ")");
        String attributes = GraphPrinter.attributes(node);
        if (!attributes.isEmpty()) {
            text.append(" primitive_attrs: {").append(attributes).append('}');
        }
        types(node.operands(), List.of(node));
        if (node.origin().line() != 0) {
            text.append("      # ").append(node.origin()).append('\n');
        }
    }

    private void define(Node node, String value) {
        String reference = "%" + number++;
        references.put(node, reference);
        String label = node.label().isEmpty() ? "CNode" : labels.get(node);
        text.append("  ")
                .append(reference)
                .append('(')
                .append(label)
                .append(") = ")
                .append(value);
    }

    /** Prints a kernel with several ops as one node, with several results as elements of its tuple. */
    private void call(FusionGroup group, int index) {
        List<Node> operands = operands(group);
        List<Node> results = results(group);
        String value = "call @" + subgraphName(group, index) + "(" + references(operands) + ")";
        if (results.size() == 1) {
            define(results.get(0), value);
            types(operands, results);
            return;
        }
        String tuple = "%" + number++;
        text.append("  ").append(tuple).append("(CNode) = ").append(value);
        types(operands, results);
        for (int i = 0; i < results.size(); i++) {
            define(results.get(i), "TupleGetItem(" + tuple + ", " + i + ")");
            types(results, List.of(results.get(i)));
        }
    }

    private void subgraph(FusionGroup group, int index) {
        open();
        List<Node> operands = operands(group);
        text.append("\nsubgraph @").append(subgraphName(group, index)).append('(');
        for (int i = 0; i < operands.size(); i++) {
            String name = "%para" + (i + 1) + "_" + labels.get(operands.get(i));
            references.put(operands.get(i), name);
            text.append(i == 0 ? "" : ", ").append(name);
        }
        text.append(") {\n");
        group.nodes().forEach(this::operation);
        end(results(group));
    }

    private static String subgraphName(FusionGroup group, int index) {
        return group.name() + "_" + index;
    }

    /** Returns the external tensor operands of a kernel. */
    private static List<Node> operands(FusionGroup group) {
        Set<Node> outside = new LinkedHashSet<>();
        group.nodes()
                .forEach(node -> node.operands().stream()
                        .filter(operand -> !operand.isNumber())
                        .forEach(outside::add));
        group.nodes().forEach(outside::remove);
        return List.copyOf(outside);
    }

    /** Returns the values used outside the kernel; for a kernel with only in-place updates its updates. */
    private List<Node> results(FusionGroup group) {
        Set<Node> inside = Set.copyOf(group.nodes());
        return group.nodes().stream()
                .filter(node -> node.isAssign()
                        || graph.outputs().stream().anyMatch(output -> output.node() == node)
                        || !inside.containsAll(users.get(node)))
                .toList();
    }

    private void types(Collection<Node> operands, Collection<Node> results) {
        text.append("\n      : (").append(typeList(operands));
        text.append(") -> (").append(typeList(results)).append(")\n");
    }

    private static String typeList(Collection<Node> nodes) {
        return nodes.stream()
                .map(node -> node.isNumber() ? "<" + DTYPES.get(node.dtype()) + ">" : type(node.type()))
                .collect(Collectors.joining(", "));
    }

    private String references(Collection<Node> nodes) {
        return nodes.stream().map(this::reference).collect(Collectors.joining(", "));
    }

    private String reference(Node node) {
        return switch (node.kind()) {
            case CONSTANT -> GraphPrinter.constant(node);
            case SCALAR -> node.label();
            case DIMENSION -> node.attributes().dims().get(0).toString();
            // In a kernel, it is an ordinary operand.
            case TENSOR_CONSTANT -> references.getOrDefault(node, "TensorConstant(" + labels.get(node) + ")");
            default -> references.get(node);
        };
    }

    private static String type(ValueType type) {
        return "<Tensor[" + DTYPES.get(type.dtype()) + "], (" + dims(type.shape()) + ")>";
    }

    private static String dims(Shape shape) {
        String dims = shape.toString();
        return dims.substring(1, dims.length() - 1);
    }
}
