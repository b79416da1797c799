package io.graphkernel.processor.onnx;

import java.util.List;
import java.util.Map;

/**
 * A node of a model: one call of an op.
 *
 * @param name may be empty
 * @param op such as {@code MatMul}
 * @param domain of the op; empty for the ops of the format itself
 * @param inputs the values that it reads; an empty name is an input left out
 * @param outputs the values that it gives; an empty name is an output that nobody wants
 * @param attributes by name
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
     * What messages call it.
     *
     * @return its name, else that of its first output
     */
    public String title() {
        return !name.isEmpty()
                ? name
                : outputs.stream()
                        .filter(output -> !output.isEmpty())
                        .findFirst()
                        .orElse("");
    }
}
