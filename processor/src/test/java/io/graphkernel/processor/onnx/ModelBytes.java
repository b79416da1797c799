package io.graphkernel.processor.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes messages in the wire format of protocol buffers, and of these models. */
final class ModelBytes {

    static final int FLOAT = 1;
    static final int INT64 = 7;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    static ModelBytes message() {
        return new ModelBytes();
    }

    ModelBytes number(int field, long value) {
        varint((long) field << 3);
        varint(value);
        return this;
    }

    ModelBytes text(int field, String value) {
        return raw(field, value.getBytes(StandardCharsets.UTF_8));
    }

    ModelBytes message(int field, ModelBytes value) {
        return raw(field, value.toBytes());
    }

    ModelBytes raw(int field, byte[] value) {
        varint((long) field << 3 | 2);
        varint(value.length);
        bytes.writeBytes(value);
        return this;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }

    // Parts of a model.

    /** The file of a graph. */
    static byte[] model(ModelBytes graph, long opset) {
        return message()
                .number(1, 8)
                .message(8, message().text(1, "").number(2, opset))
                .message(7, graph)
                .toBytes();
    }

    /** A node of a graph, {@code "Add x y -> z"}. */
    ModelBytes node(String text, ModelBytes... attributes) {
        String[] words = text.split(" ");
        ModelBytes node = message().text(4, words[0]);
        boolean output = false;
        for (int i = 1; i < words.length; i++) {
            if (words[i].equals("->")) {
                output = true;
            } else {
                node.text(output ? 2 : 1, words[i]);
            }
        }
        for (ModelBytes attribute : attributes) {
            node.message(5, attribute);
        }
        return message(1, node);
    }

    static ModelBytes integers(String name, long... values) {
        ModelBytes attribute = message().text(1, name);
        for (long value : values) {
            attribute.number(8, value);
        }
        return attribute.number(20, 7);
    }

    static ModelBytes integer(String name, long value) {
        return message().text(1, name).number(3, value).number(20, 2);
    }

    static ModelBytes word(String name, String value) {
        return message().text(1, name).text(4, value).number(20, 3);
    }

    /** An input whose dims are numbers or names. */
    ModelBytes input(String name, int elementType, Object... dims) {
        return message(11, port(name, elementType, dims));
    }

    ModelBytes output(String name, int elementType, Object... dims) {
        return message(12, port(name, elementType, dims));
    }

    private static ModelBytes port(String name, int elementType, Object... dims) {
        ModelBytes shape = message();
        for (Object dim : dims) {
            shape.message(
                    1,
                    dim instanceof Number number
                            ? message().number(1, number.longValue())
                            : message().text(2, (String) dim));
        }
        ModelBytes tensor = message().number(1, elementType).message(2, shape);
        return message().text(1, name).message(2, message().message(1, tensor));
    }

    /** A weight. */
    ModelBytes weight(String name, long[] dims, float... elements) {
        ByteBuffer data = ByteBuffer.allocate(Float.BYTES * elements.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float element : elements) {
            data.putFloat(element);
        }
        return message(5, tensor(name, FLOAT, data.array(), dims));
    }

    /** Whole numbers. */
    ModelBytes numbers(String name, long... elements) {
        ByteBuffer data = ByteBuffer.allocate(Long.BYTES * elements.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long element : elements) {
            data.putLong(element);
        }
        return message(5, tensor(name, INT64, data.array(), elements.length));
    }

    static ModelBytes tensor(String name, int elementType, byte[] data, long... dims) {
        ModelBytes tensor = message();
        for (long dim : dims) {
            tensor.number(1, dim);
        }
        return tensor.number(2, elementType).text(8, name).raw(9, data);
    }
}
