package io.graphkernel.processor.onnx.reader;

import io.graphkernel.graph.ConstantData;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Tensor of a file.
 *
 * @param name name, possibly empty
 * @param elementType element type
 * @param dims its dims
 * @param data little-endian elements in row-major order, a slice or a copy of the file; empty for an element type
 *     without a dtype
 */
public record OnnxTensor(String name, ElementType elementType, List<Long> dims, ByteBuffer data) {

    public OnnxTensor {
        dims = List.copyOf(dims);
        data = data.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns its type in a graph.
     *
     * @return the type; null for an unknown dtype
     */
    public ValueType type() {
        return elementType
                .dtype()
                .map(dtype ->
                        new ValueType(dtype, Shape.of(dims.stream().map(Dim::of).toList())))
                .orElse(null);
    }

    /**
     * Returns the number of elements.
     *
     * @return the product of the dims
     */
    public long count() {
        return dims.stream().reduce(1L, (a, b) -> a * b);
    }

    /**
     * Returns an element as a number.
     *
     * @param index row-major index
     * @return a Double for a floating-point dtype, otherwise a Long
     */
    public Number element(int index) {
        DataType dtype = elementType.dtype().orElseThrow();
        int at = index * dtype.byteSize();
        return switch (dtype) {
            case F32 -> (double) data.getFloat(at);
            case F64 -> data.getDouble(at);
            case F16 -> (double) HalfPrecision.f16(data.getShort(at));
            case BF16 -> (double) HalfPrecision.bf16(data.getShort(at));
            case F8E4M3 -> (double) HalfPrecision.e4m3(data.get(at));
            case F8E5M2 -> (double) HalfPrecision.e5m2(data.get(at));
            case I8 -> (long) data.get(at);
            case U8 -> (long) (data.get(at) & 0xff);
            case BOOL -> data.get(at) == 0 ? 0L : 1L;
            case I16 -> (long) data.getShort(at);
            case U16 -> (long) (data.getShort(at) & 0xffff);
            case I32 -> (long) data.getInt(at);
            case U32 -> Integer.toUnsignedLong(data.getInt(at));
            case I64, U64 -> data.getLong(at);
        };
    }

    /** Returns the elements for a graph, without a copy. */
    public ConstantData constant() {
        try {
            return ConstantData.read(() -> new BufferStream(data.duplicate()));
        } catch (IOException e) {
            throw new IllegalStateException("memory can be read", e);
        }
    }

    /** Stream over a buffer. */
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
