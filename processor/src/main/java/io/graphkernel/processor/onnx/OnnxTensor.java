package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.ConstantData;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A tensor of a file.
 *
 * @param name may be empty
 * @param elementType what its elements are
 * @param dims its dims
 * @param data its elements, little-endian and row by row: a part of the file, or made of it; empty for an element type
 *     without a dtype
 */
public record OnnxTensor(String name, ElementType elementType, List<Long> dims, ByteBuffer data) {

    public OnnxTensor {
        dims = List.copyOf(dims);
        data = data.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Its type in a graph.
     *
     * @return the type; null if there is no such dtype
     */
    public ValueType type() {
        return elementType
                .dtype()
                .map(dtype ->
                        new ValueType(dtype, Shape.of(dims.stream().map(Dim::of).toList())))
                .orElse(null);
    }

    /**
     * The number of elements.
     *
     * @return the product of the dims
     */
    public long count() {
        return dims.stream().reduce(1L, (a, b) -> a * b);
    }

    /**
     * One of its elements as a number.
     *
     * @param index its row-major position
     * @return a Double of a floating dtype, else a Long
     */
    public Number element(int index) {
        DType dtype = elementType.dtype().orElseThrow();
        int at = index * dtype.byteSize();
        return switch (dtype) {
            case F32 -> (double) data.getFloat(at);
            case F64 -> data.getDouble(at);
            case F16 -> (double) HalfFloats.f16(data.getShort(at));
            case BF16 -> (double) HalfFloats.bf16(data.getShort(at));
            case I8 -> (long) data.get(at);
            case U8 -> (long) (data.get(at) & 0xff);
            case BOOL -> data.get(at) == 0 ? 0L : 1L;
            case I32 -> (long) data.getInt(at);
            case I64 -> data.getLong(at);
        };
    }

    /** Its elements for a graph, which are read where they are. */
    ConstantData constant() {
        try {
            return ConstantData.read(() -> new BufferStream(data.duplicate()));
        } catch (IOException e) {
            throw new IllegalStateException("memory can be read", e);
        }
    }

    /** Reads a buffer. */
    private static final class BufferStream extends InputStream {
        private final ByteBuffer buffer;

        BufferStream(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public int read() {
            return buffer.hasRemaining() ? buffer.get() & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (!buffer.hasRemaining()) {
                return length == 0 ? 0 : -1;
            }
            int count = Math.min(length, buffer.remaining());
            buffer.get(target, offset, count);
            return count;
        }
    }
}
