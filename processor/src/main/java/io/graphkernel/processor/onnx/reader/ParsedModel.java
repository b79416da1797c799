package io.graphkernel.processor.onnx.reader;

import java.util.List;
import java.util.Map;

/**
 * Model as parsed from a file.
 *
 * @param irVersion version of the format
 * @param opsets versions of the ops by domain; empty for standard ops
 * @param name name of the graph
 * @param nodes nodes in topological order
 * @param initializers weights by name
 * @param inputs inputs, which may include initializers
 * @param outputs outputs
 */
public record ParsedModel(
        long irVersion,
        Map<String, Long> opsets,
        String name,
        List<OnnxNode> nodes,
        Map<String, OnnxTensor> initializers,
        List<Port> inputs,
        List<Port> outputs) {

    /** Domain of standard ops. */
    public static final String OWN_DOMAIN = "";

    /**
     * An input or an output.
     *
     * @param name name in the file
     * @param elementType element type of a tensor; {@link ElementType#UNDEFINED} if it is missing or the value is not a
     *     tensor
     * @param isTensor false for a sequence, a map, or an optional value
     * @param dims dims of the tensor; null if the file omits its rank
     */
    public record Port(String name, ElementType elementType, boolean isTensor, List<Axis> dims) {

        /** Output that is not used. */
        public static final Port NONE = new Port("", ElementType.UNDEFINED, false, null);
    }

    /**
     * An axis of an input.
     *
     * @param size constant size; -1 if the file has none
     * @param name name of a symbolic size, or empty
     */
    public record Axis(long size, String name) {}

    public ParsedModel {
        opsets = Map.copyOf(opsets);
        nodes = List.copyOf(nodes);
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    /**
     * Returns the version of the ops of a domain.
     *
     * @param domain the domain
     * @return version; 0 if the model has none
     */
    public long opset(String domain) {
        return opsets.getOrDefault(domain, 0L);
    }
}
