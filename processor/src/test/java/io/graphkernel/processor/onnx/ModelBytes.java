package io.graphkernel.processor.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writer of messages in the wire format of protocol buffers, and of ONNX models. */
public final class ModelBytes {

    public static final int FLOAT = 1;
    public static final int INT64 = 7;
    private static final String CONTRIB = "com.microsoft";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public static ModelBytes message() {
        return new ModelBytes();
    }

    public ModelBytes number(int field, long value) {
        varint((long) field << 3);
        varint(value);
        return this;
    }

    public ModelBytes text(int field, String value) {
        return raw(field, value.getBytes(StandardCharsets.UTF_8));
    }

    public ModelBytes message(int field, ModelBytes value) {
        return raw(field, value.toBytes());
    }

    public ModelBytes raw(int field, byte[] value) {
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

    public byte[] toBytes() {
        return bytes.toByteArray();
    }

    // Messages of a model.

    /** Returns the file of a graph. */
    public static byte[] model(ModelBytes graph, long opset) {
        return message()
                .number(1, 8)
                .message(8, message().text(1, "").number(2, opset))
                .message(8, message().text(1, CONTRIB).number(2, 1))
                .message(7, named("model", graph))
                .toBytes();
    }

    /** Returns a node of a graph, {@code "Add x y -> z"}; the op may follow its domain and a dot. */
    public ModelBytes node(String text, ModelBytes... attributes) {
        String[] words = text.split(" ");
        int dot = words[0].lastIndexOf('.');
        ModelBytes node = message().text(4, words[0].substring(dot + 1));
        if (dot >= 0) {
            node.text(7, words[0].substring(0, dot));
        }
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

    public static ModelBytes integers(String name, long... values) {
        ModelBytes attribute = message().text(1, name);
        for (long value : values) {
            attribute.number(8, value);
        }
        return attribute.number(20, 7);
    }

    public static ModelBytes words(String name, String... values) {
        ModelBytes attribute = message().text(1, name);
        for (String value : values) {
            attribute.text(9, value);
        }
        return attribute.number(20, 8);
    }

    public static ModelBytes integer(String name, long value) {
        return message().text(1, name).number(3, value).number(20, 2);
    }

    public static ModelBytes real(String name, float value) {
        return message().text(1, name).real(2, value).number(20, 1);
    }

    public static ModelBytes reals(String name, float... values) {
        ModelBytes attribute = message().text(1, name);
        for (float value : values) {
            attribute.real(7, value);
        }
        return attribute.number(20, 6);
    }

    private ModelBytes real(int field, float value) {
        varint(field << 3 | 5);
        int bits = Float.floatToRawIntBits(value);
        for (int i = 0; i < Float.BYTES; i++) {
            bytes.write(bits >>> Byte.SIZE * i);
        }
        return this;
    }

    public static ModelBytes word(String name, String value) {
        return message().text(1, name).text(4, value).number(20, 3);
    }

    /** Returns a graph as an attribute. */
    public static ModelBytes graph(String name, ModelBytes graph) {
        return message().text(1, name).message(6, named(name, graph)).number(20, 5);
    }

    /** Returns a graph with the name that other libraries require. */
    private static ModelBytes named(String name, ModelBytes graph) {
        ModelBytes named = message().text(2, name);
        named.bytes.writeBytes(graph.toBytes());
        return named;
    }

    /** Returns an input whose dims are numbers or names. */
    public ModelBytes input(String name, int elementType, Object... dims) {
        return message(11, port(name, elementType, dims));
    }

    public ModelBytes output(String name, int elementType, Object... dims) {
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

    /** Returns a weight. */
    public ModelBytes weight(String name, long[] dims, float... elements) {
        ByteBuffer data = ByteBuffer.allocate(Float.BYTES * elements.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float element : elements) {
            data.putFloat(element);
        }
        return message(5, tensor(name, FLOAT, data.array(), dims));
    }

    /** Returns an integer tensor. */
    public ModelBytes numbers(String name, long... elements) {
        ByteBuffer data = ByteBuffer.allocate(Long.BYTES * elements.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long element : elements) {
            data.putLong(element);
        }
        return message(5, tensor(name, INT64, data.array(), elements.length));
    }

    public static ModelBytes tensor(String name, int elementType, byte[] data, long... dims) {
        ModelBytes tensor = message();
        for (long dim : dims) {
            tensor.number(1, dim);
        }
        return tensor.number(2, elementType).text(8, name).raw(9, data);
    }

    /** Returns an f32 tensor in another file. */
    public ModelBytes external(String name, String location, long offset, long length, long... dims) {
        ModelBytes tensor = message();
        for (long dim : dims) {
            tensor.number(1, dim);
        }
        return message(
                5,
                tensor.number(2, FLOAT)
                        .text(8, name)
                        .message(13, entry("location", location))
                        .message(13, entry("offset", Long.toString(offset)))
                        .message(13, entry("length", Long.toString(length)))
                        .number(14, 1));
    }

    private static ModelBytes entry(String key, String value) {
        return message().text(1, key).text(2, value);
    }
}
