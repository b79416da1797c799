package io.graphkernel.processor.onnx.reader;

import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Graph of a file: that of a model, or a branch of a node.
 *
 * @param name name, possibly empty
 * @param nodes nodes in topological order
 * @param initializers tensors by name
 * @param inputs inputs
 * @param outputs outputs
 */
public record OnnxGraph(
        String name,
        List<OnnxNode> nodes,
        Map<String, OnnxTensor> initializers,
        List<Port> inputs,
        List<Port> outputs) {

    public OnnxGraph {
        nodes = List.copyOf(nodes);
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    /** Returns the graph with other outputs. */
    public OnnxGraph withOutputs(List<Port> others) {
        return new OnnxGraph(name, nodes, initializers, inputs, others);
    }

    /** Returns true if an output is an input that at most identities copy. */
    public boolean isPassed(Port input, Port output) {
        String name = output.name();
        for (int i = nodes.size() - 1; i >= 0 && !name.equals(input.name()); i--) {
            OnnxNode node = nodes.get(i);
            boolean copies = node.op().equals("Identity")
                    && node.domain().isEmpty()
                    && node.inputs().size() == 1;
            if (copies && node.outputs().equals(List.of(name))) {
                name = node.inputs().get(0);
            }
        }
        return name.equals(input.name());
    }

    /** Returns the values that the outputs depend on, including those read by subgraphs. */
    public static Set<String> needed(List<OnnxNode> nodes, List<Port> outputs) {
        Set<String> needed = new HashSet<>();
        outputs.forEach(output -> needed.add(output.name()));
        for (int i = nodes.size() - 1; i >= 0; i--) {
            if (nodes.get(i).outputs().stream().anyMatch(needed::contains)) {
                addRead(nodes.get(i), needed);
            }
        }
        return needed;
    }

    /** Returns the names that a node and its graphs read, among them those of values in the graphs. */
    public static Set<String> read(OnnxNode node) {
        Set<String> read = new HashSet<>();
        addRead(node, read);
        return read;
    }

    private static void addRead(OnnxNode node, Set<String> read) {
        node.inputs().stream().filter(input -> !input.isEmpty()).forEach(read::add);
        for (OnnxAttribute attribute : node.attributes().values()) {
            if (attribute.graph() != null) {
                attribute.graph().nodes().forEach(inner -> addRead(inner, read));
                attribute.graph().outputs().forEach(output -> read.add(output.name()));
            }
        }
    }
}
