package io.graphkernel.processor.onnx.reader;

import io.graphkernel.processor.onnx.reader.OnnxAttribute.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reader of a node's attribute. */
final class OnnxAttributeReader {

    private final List<Long> integers = new ArrayList<>();
    private final List<Float> reals = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private OnnxTensor tensor;
    private OnnxGraph graph;
    private final ExternalData external;
    private final int depth;

    private OnnxAttributeReader(ExternalData external, int depth) {
        this.external = external;
        this.depth = depth;
    }

    /**
     * Reads an attribute.
     *
     * @param external access to external tensors
     * @param depth nesting depth of the node's graph
     */
    static OnnxAttribute read(WireReader attribute, ExternalData external, int depth) throws OnnxException {
        return new OnnxAttributeReader(external, depth).attribute(attribute);
    }

    private OnnxAttribute attribute(WireReader attribute) throws OnnxException {
        String name = "";
        long type = 0;
        while (attribute.next()) {
            switch (attribute.field()) {
                case 1 -> name = attribute.text();
                case 2 -> reals.add(attribute.real());
                case 3 -> integers.add(attribute.number());
                case 4, 9 -> texts.add(attribute.text());
                case 5 -> tensor = TensorReader.read(attribute.message());
                case 6 -> graph = GraphReader.read(attribute.message(), external, depth + 1);
                case 7 -> {
                    ByteBuffer numbers = attribute.fixedNumbers(Float.BYTES);
                    while (numbers.hasRemaining()) {
                        reals.add(numbers.getFloat());
                    }
                }
                case 8 -> attribute.numbers(integers::add);
                case 20 -> type = attribute.number();
                default -> attribute.skip();
            }
        }
        Kind kind = kind(type);
        boolean complete = switch (kind) {
            case FLOAT -> reals.size() == 1;
            case INT -> integers.size() == 1;
            case STRING -> texts.size() == 1;
            case TENSOR -> tensor != null;
            case GRAPH -> graph != null;
            default -> true;
        };
        if (!complete) {
            throw new OnnxException("attribute '" + name + "' has no value of its type");
        }
        return new OnnxAttribute(name, kind, integers, reals, texts, tensor, graph);
    }

    /** Returns the kind. Files of the first version of the format omit it, and it then follows from the value. */
    private Kind kind(long type) {
        return switch ((int) Math.min(Math.max(type, 0), Integer.MAX_VALUE)) {
            case 1 -> Kind.FLOAT;
            case 2 -> Kind.INT;
            case 3 -> Kind.STRING;
            case 4 -> Kind.TENSOR;
            case 5 -> Kind.GRAPH;
            case 6 -> Kind.FLOATS;
            case 7 -> Kind.INTS;
            case 8 -> Kind.STRINGS;
            default -> Kind.OTHER;
        };
    }
}
