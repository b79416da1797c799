package io.graphkernel.processor.onnx;

import io.graphkernel.processor.onnx.OnnxModel.Axis;
import io.graphkernel.processor.onnx.OnnxModel.Port;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the file of a model. What a file says is a claim: sizes are compared with the bytes that there are, no memory is asked for
 * because a file says so, and nesting ends where the format's own ends, since the graphs within nodes are not read.
 */
public final class OnnxModelReader {

    /** More nodes than any model has; each is a few bytes of a file and some hundred of memory. */
    private static final int MOST_NODES = 1 << 20;

    /** ai.onnx is another name of the same ops. */
    private static final String OWN_DOMAIN_IN_FULL = "ai.onnx";

    private long irVersion;
    private final Map<String, Long> opsets = new HashMap<>();
    private String name = "";
    private final List<OnnxNode> nodes = new ArrayList<>();
    private final Map<String, OnnxTensor> initializers = new LinkedHashMap<>();
    private final List<Port> inputs = new ArrayList<>();
    private final List<Port> outputs = new ArrayList<>();
    private final ExternalData external;

    private OnnxModelReader(ExternalData external) {
        this.external = external;
    }

    /**
     * Reads a model that is one file.
     *
     * @param file all of it; the tensors of the model are parts of it
     * @return the model
     * @throws OnnxException if it is none, or damaged
     */
    public static OnnxModel read(ByteBuffer file) throws OnnxException {
        return read(file, ExternalData.NONE);
    }

    /** Reads a model some of whose tensors may lie in other files. */
    static OnnxModel read(ByteBuffer file, ExternalData external) throws OnnxException {
        OnnxModelReader reader = new OnnxModelReader(external);
        reader.model(new WireReader(file));
        return new OnnxModel(
                reader.irVersion,
                reader.opsets,
                reader.name,
                reader.nodes,
                reader.initializers,
                reader.inputs,
                reader.outputs);
    }

    private void model(WireReader model) throws OnnxException {
        boolean hasGraph = false;
        while (model.next()) {
            switch (model.field()) {
                case 1 -> irVersion = model.number();
                case 7 -> {
                    if (hasGraph) {
                        throw new OnnxException("it has two graphs");
                    }
                    hasGraph = true;
                    graph(model.message());
                }
                case 8 -> opset(model.message());
                default -> model.skip();
            }
        }
        if (!hasGraph) {
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

    private static String domain(String domain) {
        return domain.equals(OWN_DOMAIN_IN_FULL) ? OnnxModel.OWN_DOMAIN : domain;
    }

    private void graph(WireReader graph) throws OnnxException {
        while (graph.next()) {
            switch (graph.field()) {
                case 1 -> {
                    if (nodes.size() == MOST_NODES) {
                        throw new OnnxException("it has more than " + MOST_NODES + " nodes");
                    }
                    nodes.add(node(graph.message()));
                }
                case 2 -> name = graph.text();
                case 5 -> {
                    OnnxTensor tensor = TensorReader.read(graph.message(), external);
                    if (initializers.put(tensor.name(), tensor) != null) {
                        throw new OnnxException("it has two tensors with the name '" + tensor.name() + "'");
                    }
                }
                case 11 -> inputs.add(port(graph.message()));
                case 12 -> outputs.add(port(graph.message()));
                case 15 -> throw new OnnxException("it has sparse tensors, which are not read");
                default -> graph.skip();
            }
        }
    }

    private static OnnxNode node(WireReader node) throws OnnxException {
        String name = "";
        String op = "";
        String domain = "";
        List<String> inputs = new ArrayList<>();
        List<String> outputs = new ArrayList<>();
        Map<String, OnnxAttribute> attributes = new LinkedHashMap<>();
        while (node.next()) {
            switch (node.field()) {
                case 1 -> inputs.add(node.text());
                case 2 -> outputs.add(node.text());
                case 3 -> name = node.text();
                case 4 -> op = node.text();
                case 5 -> {
                    OnnxAttribute attribute = AttributeReader.read(node.message());
                    if (attributes.put(attribute.name(), attribute) != null) {
                        throw new OnnxException("node '" + name + "' has '" + attribute.name() + "' twice");
                    }
                }
                case 7 -> domain = domain(node.text());
                default -> node.skip();
            }
        }
        return new OnnxNode(name, op, domain, inputs, outputs, attributes);
    }

    private static Port port(WireReader port) throws OnnxException {
        String name = "";
        Port tensor = new Port("", ElementType.UNDEFINED, false, null);
        while (port.next()) {
            switch (port.field()) {
                case 1 -> name = port.text();
                case 2 -> {
                    WireReader type = port.message();
                    while (type.next()) {
                        if (type.field() == 1) {
                            tensor = tensorType(type.message());
                        } else {
                            type.skip();
                        }
                    }
                }
                default -> port.skip();
            }
        }
        return new Port(name, tensor.elementType(), tensor.isTensor(), tensor.dims());
    }

    private static Port tensorType(WireReader type) throws OnnxException {
        ElementType elementType = ElementType.UNDEFINED;
        List<Axis> dims = null;
        while (type.next()) {
            switch (type.field()) {
                case 1 -> elementType = ElementType.of(type.number());
                case 2 -> dims = shape(type.message());
                default -> type.skip();
            }
        }
        return new Port("", elementType, true, dims);
    }

    private static List<Axis> shape(WireReader shape) throws OnnxException {
        List<Axis> dims = new ArrayList<>();
        while (shape.next()) {
            if (shape.field() != 1) {
                shape.skip();
                continue;
            }
            if (dims.size() == TensorReader.MOST_AXES) {
                throw new OnnxException("a shape has more than " + TensorReader.MOST_AXES + " axes");
            }
            long size = -1;
            String name = "";
            WireReader dim = shape.message();
            while (dim.next()) {
                switch (dim.field()) {
                    case 1 -> size = Math.max(-1, dim.number());
                    case 2 -> name = dim.text();
                    default -> dim.skip();
                }
            }
            dims.add(new Axis(size, name));
        }
        return List.copyOf(dims);
    }
}
