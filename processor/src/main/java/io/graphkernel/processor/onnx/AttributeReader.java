package io.graphkernel.processor.onnx;

import io.graphkernel.processor.onnx.OnnxAttribute.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads an attribute of a node. */
final class AttributeReader {

    private final List<Long> integers = new ArrayList<>();
    private final List<Float> reals = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private OnnxTensor tensor;

    private AttributeReader() {}

    static OnnxAttribute read(WireReader attribute) throws OnnxException {
        return new AttributeReader().attribute(attribute);
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
            default -> true;
        };
        if (!complete) {
            throw new OnnxException("attribute '" + name + "' has no value of its type");
        }
        return new OnnxAttribute(name, kind, integers, reals, texts, tensor);
    }

    /** Files of the first version of the format do not say the type, but for lists there is no other way to tell. */
    private Kind kind(long type) {
        return switch ((int) Math.min(Math.max(type, 0), Integer.MAX_VALUE)) {
            case 1 -> Kind.FLOAT;
            case 2 -> Kind.INT;
            case 3 -> Kind.STRING;
            case 4 -> Kind.TENSOR;
            case 6 -> Kind.FLOATS;
            case 7 -> Kind.INTS;
            case 8 -> Kind.STRINGS;
            default -> Kind.OTHER;
        };
    }
}
