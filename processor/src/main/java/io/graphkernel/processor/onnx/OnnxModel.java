package io.graphkernel.processor.onnx;

import java.util.List;
import java.util.Map;

/**
 * A model as its file has it.
 *
 * @param irVersion the version of the format
 * @param opsets the version of the ops by their domain; empty for those of the format itself
 * @param name of the graph
 * @param nodes in the order of the file, in which each follows those that it reads
 * @param initializers weights, by name
 * @param inputs what a caller gives; may name initializers, too
 * @param outputs what a caller gets
 */
public record OnnxModel(
        long irVersion,
        Map<String, Long> opsets,
        String name,
        List<OnnxNode> nodes,
        Map<String, OnnxTensor> initializers,
        List<Port> inputs,
        List<Port> outputs) {

    /** The domain of the ops of the format itself. */
    public static final String OWN_DOMAIN = "";

    /**
     * An input or an output.
     *
     * @param name as in the file
     * @param elementType of a tensor; {@link ElementType#UNDEFINED} if it says none or is no tensor
     * @param isTensor false for a sequence, a map, or an optional value
     * @param dims of the tensor; null if the file does not say its rank
     */
    public record Port(String name, ElementType elementType, boolean isTensor, List<Axis> dims) {}

    /**
     * An axis of an input.
     *
     * @param size a number; -1 if the file says none
     * @param name of a size that a call gives; empty if it has none
     */
    public record Axis(long size, String name) {}

    public OnnxModel {
        opsets = Map.copyOf(opsets);
        nodes = List.copyOf(nodes);
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    /**
     * The version of the ops of a domain.
     *
     * @param domain the domain
     * @return 0 if the model names none
     */
    public long opset(String domain) {
        return opsets.getOrDefault(domain, 0L);
    }
}
