package io.graphkernel.conformance.onnx;

import io.graphkernel.runtime.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** An ONNX model of one node, as bytes; the numbers are those of {@code onnx.proto}. */
public final class OnnxNode {

    /** The newest standard of which the peer has kernels for all nodes here. */
    private static final int OPSET = 20;

    private static final int IR_VERSION = 9;
    private static final String CONTRIBUTED = "com.microsoft";

    private final String type;
    private final String domain;
    private final List<ProtocolBuffer> attributes = new ArrayList<>();
    private final List<ProtocolBuffer> constants = new ArrayList<>();
    private final List<Integer> constantPlaces = new ArrayList<>();
    private int outputs = 1;

    private OnnxNode(String type, String domain) {
        this.type = type;
        this.domain = domain;
    }

    /** A node of the standard. */
    public static OnnxNode of(String type) {
        return new OnnxNode(type, "");
    }

    /** A node that the peer adds to the standard. */
    public static OnnxNode contributed(String type) {
        return new OnnxNode(type, CONTRIBUTED);
    }

    public OnnxNode attribute(String name, long value) {
        attributes.add(new ProtocolBuffer().text(1, name).number(3, value).number(20, 2));
        return this;
    }

    public OnnxNode attribute(String name, double value) {
        attributes.add(new ProtocolBuffer().text(1, name).real(2, (float) value).number(20, 1));
        return this;
    }

    public OnnxNode attribute(String name, String value) {
        attributes.add(new ProtocolBuffer().text(1, name).text(4, value).number(20, 3));
        return this;
    }

    public OnnxNode attribute(String name, long... values) {
        ProtocolBuffer attribute = new ProtocolBuffer().text(1, name);
        for (long value : values) {
            attribute.number(8, value);
        }
        attributes.add(attribute.number(20, 7));
        return this;
    }

    /** An input that is a constant vector of i64. */
    public OnnxNode constant(int index, long... values) {
        ByteBuffer data = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long value : values) {
            data.putLong(value);
        }
        return constant(index, elementType(DType.I64), data.array(), values.length);
    }

    /** An input that is a constant f32 of rank 0. */
    public OnnxNode constant(int index, float value) {
        ByteBuffer data = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(value);
        return constant(index, elementType(DType.F32), data.array());
    }

    /** An input that is a constant vector of f32. */
    public OnnxNode constant(int index, float... values) {
        ByteBuffer data = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            data.putFloat(value);
        }
        return constant(index, elementType(DType.F32), data.array(), values.length);
    }

    /** An input that is a constant i64 of rank 0. */
    public OnnxNode scalar(int index, long value) {
        ByteBuffer data = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value);
        return constant(index, elementType(DType.I64), data.array());
    }

    private OnnxNode constant(int index, int elementType, byte[] data, long... dims) {
        ProtocolBuffer tensor = new ProtocolBuffer();
        for (long dim : dims) {
            tensor.number(1, dim);
        }
        constants.add(tensor.number(2, elementType).text(8, "constant" + index).raw(9, data));
        constantPlaces.add(index);
        return this;
    }

    public OnnxNode outputs(int count) {
        outputs = count;
        return this;
    }

    int outputs() {
        return outputs;
    }

    /** The model for operands of the given dtypes. */
    byte[] model(List<DType> operands) {
        ProtocolBuffer node = new ProtocolBuffer();
        ProtocolBuffer graph = new ProtocolBuffer();
        int next = 0;
        for (int index = 0; index < operands.size() + constants.size(); index++) {
            node.text(1, constantPlaces.contains(index) ? "constant" + index : "input" + next++);
        }
        for (int i = 0; i < outputs; i++) {
            node.text(2, "output" + i);
        }
        node.text(4, type).text(7, domain);
        attributes.forEach(attribute -> node.message(5, attribute));
        graph.message(1, node).text(2, "peer");
        constants.forEach(constant -> graph.message(5, constant));
        for (int i = 0; i < operands.size(); i++) {
            graph.message(11, new ProtocolBuffer().text(1, "input" + i).message(2, tensorType(operands.get(i))));
        }
        for (int i = 0; i < outputs; i++) {
            graph.message(12, new ProtocolBuffer().text(1, "output" + i));
        }
        return new ProtocolBuffer()
                .number(1, IR_VERSION)
                .message(8, new ProtocolBuffer().text(1, "").number(2, OPSET))
                .message(8, new ProtocolBuffer().text(1, CONTRIBUTED).number(2, 1))
                .message(7, graph)
                .toBytes();
    }

    private static ProtocolBuffer tensorType(DType dtype) {
        return new ProtocolBuffer().message(1, new ProtocolBuffer().number(1, elementType(dtype)));
    }

    /** The number of a dtype in {@code TensorProto.DataType}. */
    public static int elementType(DType dtype) {
        return switch (dtype) {
            case F32 -> 1;
            case U8 -> 2;
            case I8 -> 3;
            case U16 -> 4;
            case I16 -> 5;
            case I32 -> 6;
            case I64 -> 7;
            case BOOL -> 9;
            case F16 -> 10;
            case F64 -> 11;
            case U32 -> 12;
            case U64 -> 13;
            case BF16 -> 16;
            case F8E4M3 -> 17;
            case F8E5M2 -> 19;
        };
    }

    @Override
    public String toString() {
        return type;
    }
}
