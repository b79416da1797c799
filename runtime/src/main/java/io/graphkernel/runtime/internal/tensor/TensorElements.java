package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.Half;
import io.graphkernel.runtime.generated.jvm.Casts;
import io.graphkernel.runtime.generated.jvm.UnsignedCasts;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * The elements of a tensor by row-major position, as doubles or longs. Valid only while the caller holds the tensor.
 */
public abstract class TensorElements {
    TensorElements() {}

    /** Returns an element as a double; an integer beyond 2^53 is rounded, a bool is 0 or 1. */
    public abstract double getDouble(int position);

    /** Returns an integer or bool element, the bits of a u64; a float is truncated and saturated, NaN becomes 0. */
    public long getLong(int position) {
        return (long) getDouble(position);
    }

    /** Sets an element: rounded once to a float dtype; truncated, saturated and wrapped to an integer one. */
    public abstract void putDouble(int position, double value);

    /** Sets an element: wrapped around to an integer dtype, rounded once to a float one; a bool is true if not 0. */
    public abstract void putLong(int position, long value);

    /**
     * Returns the elements of a tensor.
     *
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if they have more than 2147483647 bytes
     */
    public static TensorElements of(AbstractTensor tensor) {
        ByteBuffer bytes = TensorViews.borrowedBytes(tensor);
        return switch (tensor.dtype()) {
            case F32 -> new Float32Elements(bytes.asFloatBuffer());
            case F64 -> new Float64Elements(bytes.asDoubleBuffer());
            case F16 -> new Float16Elements(bytes.asShortBuffer());
            case BF16 -> new BFloat16Elements(bytes.asShortBuffer());
            case F8E4M3, F8E5M2 -> new Float8Elements(tensor.dtype(), bytes);
            case I8 -> new Int8Elements(bytes);
            case U8 -> new UInt8Elements(bytes);
            case I16 -> new Int16Elements(bytes.asShortBuffer());
            case U16 -> new UInt16Elements(bytes.asShortBuffer());
            case I32 -> new Int32Elements(bytes.asIntBuffer());
            case U32 -> new UInt32Elements(bytes.asIntBuffer());
            case I64 -> new Int64Elements(bytes.asLongBuffer());
            case U64 -> new UInt64Elements(bytes.asLongBuffer());
            case BOOL -> new BoolElements(bytes);
        };
    }

    /** Returns the bits of a tensor's elements, to be copied as longs regardless of the dtype. */
    public static TensorElements bits(AbstractTensor tensor) {
        ByteBuffer bytes = TensorViews.borrowedBytes(tensor);
        return switch (tensor.dtype().bytes()) {
            case 1 -> new Int8Elements(bytes);
            case 2 -> new Int16Elements(bytes.asShortBuffer());
            case 4 -> new Int32Elements(bytes.asIntBuffer());
            default -> new Int64Elements(bytes.asLongBuffer());
        };
    }

    /** f32. */
    private static final class Float32Elements extends TensorElements {
        private final FloatBuffer buffer;

        Float32Elements(FloatBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public double getDouble(int position) {
            return buffer.get(position);
        }

        @Override
        public void putDouble(int position, double value) {
            buffer.put(position, (float) value);
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, (float) value);
        }
    }

    /** f64. */
    private static final class Float64Elements extends TensorElements {
        private final DoubleBuffer buffer;

        Float64Elements(DoubleBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public double getDouble(int position) {
            return buffer.get(position);
        }

        @Override
        public void putDouble(int position, double value) {
            buffer.put(position, value);
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, value);
        }
    }

    /** f16. */
    private static final class Float16Elements extends TensorElements {
        private final ShortBuffer buffer;

        Float16Elements(ShortBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public double getDouble(int position) {
            return Half.fromF16(buffer.get(position));
        }

        @Override
        public void putDouble(int position, double value) {
            buffer.put(position, Half.toF16(value));
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, Half.toF16(value));
        }
    }

    /** bf16. */
    private static final class BFloat16Elements extends TensorElements {
        private final ShortBuffer buffer;

        BFloat16Elements(ShortBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public double getDouble(int position) {
            return Half.fromBf16(buffer.get(position));
        }

        @Override
        public void putDouble(int position, double value) {
            buffer.put(position, Half.toBf16(value));
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, Half.toBf16(value));
        }
    }

    /** Elements that are stored as integers. */
    private abstract static class IntegerElements extends TensorElements {
        @Override
        public double getDouble(int position) {
            return getLong(position);
        }

        @Override
        public abstract long getLong(int position);

        @Override
        public void putDouble(int position, double value) {
            putLong(position, (long) value);
        }
    }

    /** i8. */
    private static class Int8Elements extends IntegerElements {
        final ByteBuffer buffer;

        Int8Elements(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public long getLong(int position) {
            return buffer.get(position);
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, (byte) value);
        }
    }

    /** u8. */
    private static final class UInt8Elements extends Int8Elements {
        UInt8Elements(ByteBuffer buffer) {
            super(buffer);
        }

        @Override
        public long getLong(int position) {
            return buffer.get(position) & 0xff;
        }
    }

    /** i16, or the bits of 16-bit elements. */
    private static class Int16Elements extends IntegerElements {
        final ShortBuffer buffer;

        Int16Elements(ShortBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public long getLong(int position) {
            return buffer.get(position);
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, (short) value);
        }
    }

    /** u16. */
    private static final class UInt16Elements extends Int16Elements {
        UInt16Elements(ShortBuffer buffer) {
            super(buffer);
        }

        @Override
        public long getLong(int position) {
            return buffer.get(position) & 0xffff;
        }
    }

    /** i32. */
    private static class Int32Elements extends IntegerElements {
        final IntBuffer buffer;

        Int32Elements(IntBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public long getLong(int position) {
            return buffer.get(position);
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, (int) value);
        }
    }

    /** u32. */
    private static final class UInt32Elements extends Int32Elements {
        UInt32Elements(IntBuffer buffer) {
            super(buffer);
        }

        @Override
        public long getLong(int position) {
            return Integer.toUnsignedLong(buffer.get(position));
        }
    }

    /** i64. */
    private static class Int64Elements extends IntegerElements {
        private final LongBuffer buffer;

        Int64Elements(LongBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public long getLong(int position) {
            return buffer.get(position);
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, value);
        }
    }

    /** u64. */
    private static final class UInt64Elements extends Int64Elements {
        UInt64Elements(LongBuffer buffer) {
            super(buffer);
        }

        @Override
        public double getDouble(int position) {
            return UnsignedCasts.toF64(getLong(position));
        }

        @Override
        public void putDouble(int position, double value) {
            putLong(position, Casts.toU64(value));
        }
    }

    /** bool. */
    private static final class BoolElements extends Int8Elements {
        BoolElements(ByteBuffer buffer) {
            super(buffer);
        }

        @Override
        public long getLong(int position) {
            return buffer.get(position) == 0 ? 0 : 1;
        }

        @Override
        public void putDouble(int position, double value) {
            putLong(position, value != 0 ? 1 : 0);
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, (byte) (value != 0 ? 1 : 0));
        }
    }
}
