package io.graphkernel.processor.onnx.reader;

import io.graphkernel.processor.onnx.reader.ParsedModel.Axis;
import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reader of the graph of a model, or of a subgraph within a node. */
final class GraphReader {

    /** Maximum number of nodes, which protects against small files that expand in memory. */
    private static final int MAX_NODES = 1 << 20;

    /** Maximum nesting depth of subgraphs; models have two or three. */
    private static final int MAX_DEPTH = 16;

    private String name = "";
    private final List<OnnxNode> nodes = new ArrayList<>();
    private final Map<String, OnnxTensor> initializers = new LinkedHashMap<>();
    private final List<Port> inputs = new ArrayList<>();
    private final List<Port> outputs = new ArrayList<>();
    private final ExternalData external;
    private final int depth;

    private GraphReader(ExternalData external, int depth) {
        this.external = external;
        this.depth = depth;
    }

    /**
     * Reads a graph.
     *
     * @param depth nesting depth
     */
    static OnnxGraph read(WireReader graph, ExternalData external, int depth) throws OnnxException {
        if (depth > MAX_DEPTH) {
            throw new OnnxException("more than " + MAX_DEPTH + " graphs are one within another");
        }
        return new GraphReader(external, depth).graph(graph);
    }

    private OnnxGraph graph(WireReader graph) throws OnnxException {
        while (graph.next()) {
            switch (graph.field()) {
                case 1 -> {
                    if (nodes.size() == MAX_NODES) {
                        throw new OnnxException("it has more than " + MAX_NODES + " nodes");
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
        return new OnnxGraph(name, nodes, initializers, inputs, outputs);
    }

    private OnnxNode node(WireReader node) throws OnnxException {
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
                    OnnxAttribute attribute = OnnxAttributeReader.read(node.message(), external, depth);
                    if (attributes.put(attribute.name(), attribute) != null) {
                        throw new OnnxException("node '" + name + "' has '" + attribute.name() + "' twice");
                    }
                }
                case 7 -> domain = OnnxModelReader.domain(node.text());
                default -> node.skip();
            }
        }
        return new OnnxNode(name, op, domain, inputs, outputs, attributes);
    }

    private static Port port(WireReader port) throws OnnxException {
        String name = "";
        Port tensor = Port.NONE;
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
            if (dims.size() == TensorReader.MAX_AXES) {
                throw new OnnxException("a shape has more than " + TensorReader.MAX_AXES + " axes");
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
