package io.graphkernel.processor.onnx.reader;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Node of a model: a call of an op.
 *
 * @param name name, possibly empty
 * @param op name of the op, such as {@code MatMul}
 * @param domain domain of the op; empty for standard ops
 * @param inputs inputs; an empty name is an omitted input
 * @param outputs outputs; an empty name is an unused output
 * @param attributes attributes by name
 */
public record OnnxNode(
        String name,
        String op,
        String domain,
        List<String> inputs,
        List<String> outputs,
        Map<String, OnnxAttribute> attributes) {

    public OnnxNode {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        attributes = Map.copyOf(attributes);
    }

    /**
     * Returns the name of the node in messages.
     *
     * @return its name, or that of its first output
     */
    public String title() {
        return !name.isEmpty()
                ? name
                : outputs.stream()
                        .filter(output -> !output.isEmpty())
                        .findFirst()
                        .orElse("");
    }

    /** Returns the node without its unused outputs. */
    public OnnxNode withOutputs(Set<String> read) {
        List<String> wanted = outputs.stream()
                .map(output -> read.contains(output) ? output : "")
                .toList();
        return new OnnxNode(title(), op, domain, inputs, wanted, attributes);
    }
}
