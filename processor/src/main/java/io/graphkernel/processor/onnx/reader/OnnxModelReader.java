package io.graphkernel.processor.onnx.reader;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Reader of a model's file, which is untrusted: sizes are validated against the file before any allocation, and the
 * nesting of subgraphs is limited.
 */
public final class OnnxModelReader {

    /** Alias of the standard domain. */
    private static final String OWN_DOMAIN_IN_FULL = "ai.onnx";

    private long irVersion;
    private final Map<String, Long> opsets = new HashMap<>();
    private OnnxGraph graph;
    private final ExternalData external;

    private OnnxModelReader(ExternalData external) {
        this.external = external;
    }

    /**
     * Reads a self-contained model.
     *
     * @param file complete content, which backs the tensors of the model
     * @return the model
     * @throws OnnxException if the file is damaged or not a model
     */
    public static ParsedModel read(ByteBuffer file) throws OnnxException {
        return read(file, ExternalData.NONE);
    }

    /** Reads a model with external tensors. */
    public static ParsedModel read(ByteBuffer file, ExternalData external) throws OnnxException {
        OnnxModelReader reader = new OnnxModelReader(external);
        reader.model(new WireReader(file));
        OnnxGraph graph = reader.graph;
        return new ParsedModel(
                reader.irVersion,
                reader.opsets,
                graph.name(),
                graph.nodes(),
                graph.initializers(),
                graph.inputs(),
                graph.outputs());
    }

    private void model(WireReader model) throws OnnxException {
        while (model.next()) {
            switch (model.field()) {
                case 1 -> irVersion = model.number();
                case 7 -> {
                    if (graph != null) {
                        throw new OnnxException("it has two graphs");
                    }
                    graph = GraphReader.read(model.message(), external, 0);
                }
                case 8 -> opset(model.message());
                default -> model.skip();
            }
        }
        if (graph == null) {
            throw new OnnxException("it has no graph");
        }
        if (opsets.isEmpty()) {
            throw new OnnxException("it does not say which version of the ops it uses");
        }
    }

    private void opset(WireReader opset) throws OnnxException {
        String domain = "";
        long version = 0;
        while (opset.next()) {
            switch (opset.field()) {
                case 1 -> domain = opset.text();
                case 2 -> version = opset.number();
                default -> opset.skip();
            }
        }
        opsets.put(domain(domain), version);
    }

    static String domain(String domain) {
        return domain.equals(OWN_DOMAIN_IN_FULL) ? ParsedModel.OWN_DOMAIN : domain;
    }
}
