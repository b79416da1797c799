package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.Half;
import io.graphkernel.runtime.Tensor;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * The elements of a tensor by their row-major position, as doubles or longs. They are valid only while the caller holds
 * the tensor.
 */
public abstract class Elements {
    private Elements() {}

    /** An element as a double; an i64 beyond 2^53 is rounded, a bool is 0 or 1. */
    public abstract double getDouble(int position);

    /** An integer or bool element; of a float, the number rounded towards zero and saturated, 0 for NaN. */
    public long getLong(int position) {
        return (long) getDouble(position);
    }

    /** Sets an element: rounded once to a float dtype, rounded towards zero, saturated and wrapped to an integer one. */
    public abstract void putDouble(int position, double value);

    /** Sets an element: wrapped around to an integer dtype, rounded once to a float one; a bool is true if not 0. */
    public abstract void putLong(int position, long value);

    /**
     * The elements of a tensor.
     *
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if they have more than 2147483647 bytes
     */
    public static Elements of(Tensor tensor) {
        ByteBuffer bytes = TensorViews.briefBytes(tensor);
        return switch (tensor.dtype()) {
            case F32 -> new Floats(bytes.asFloatBuffer());
            case F64 -> new Doubles(bytes.asDoubleBuffer());
            case F16 -> new Halves(bytes.asShortBuffer());
            case BF16 -> new BrainHalves(bytes.asShortBuffer());
            case I8 -> new Bytes(bytes);
            case U8 -> new UnsignedBytes(bytes);
            case I32 -> new Ints(bytes.asIntBuffer());
            case I64 -> new Longs(bytes.asLongBuffer());
            case BOOL -> new Booleans(bytes);
        };
    }

    /** The bits of a tensor's elements, to be moved as longs whatever the dtype. */
    public static Elements bits(Tensor tensor) {
        ByteBuffer bytes = TensorViews.briefBytes(tensor);
        return switch (tensor.dtype().bytes()) {
            case 1 -> new Bytes(bytes);
            case 2 -> new Shorts(bytes.asShortBuffer());
            case 4 -> new Ints(bytes.asIntBuffer());
            default -> new Longs(bytes.asLongBuffer());
        };
    }

    /** f32. */
    private static final class Floats extends Elements {
        private final FloatBuffer buffer;

        Floats(FloatBuffer buffer) {
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
    private static final class Doubles extends Elements {
        private final DoubleBuffer buffer;

        Doubles(DoubleBuffer buffer) {
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
    private static final class Halves extends Elements {
        private final ShortBuffer buffer;

        Halves(ShortBuffer buffer) {
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
    private static final class BrainHalves extends Elements {
        private final ShortBuffer buffer;

        BrainHalves(ShortBuffer buffer) {
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

    /** i8. */
    private static class Bytes extends Elements {
        final ByteBuffer buffer;

        Bytes(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public double getDouble(int position) {
            return buffer.get(position);
        }

        @Override
        public long getLong(int position) {
            return buffer.get(position);
        }

        @Override
        public void putDouble(int position, double value) {
            putLong(position, (long) value);
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, (byte) value);
        }
    }

    /** u8. */
    private static final class UnsignedBytes extends Bytes {
        UnsignedBytes(ByteBuffer buffer) {
            super(buffer);
        }

        @Override
        public double getDouble(int position) {
            return buffer.get(position) & 0xff;
        }

        @Override
        public long getLong(int position) {
            return buffer.get(position) & 0xff;
        }
    }

    /** The bits of 16-bit elements. */
    private static final class Shorts extends Elements {
        private final ShortBuffer buffer;

        Shorts(ShortBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public double getDouble(int position) {
            return buffer.get(position);
        }

        @Override
        public long getLong(int position) {
            return buffer.get(position);
        }

        @Override
        public void putDouble(int position, double value) {
            putLong(position, (long) value);
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, (short) value);
        }
    }

    /** i32. */
    private static final class Ints extends Elements {
        private final IntBuffer buffer;

        Ints(IntBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public double getDouble(int position) {
            return buffer.get(position);
        }

        @Override
        public long getLong(int position) {
            return buffer.get(position);
        }

        @Override
        public void putDouble(int position, double value) {
            putLong(position, (long) value);
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, (int) value);
        }
    }

    /** i64. */
    private static final class Longs extends Elements {
        private final LongBuffer buffer;

        Longs(LongBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public double getDouble(int position) {
            return buffer.get(position);
        }

        @Override
        public long getLong(int position) {
            return buffer.get(position);
        }

        @Override
        public void putDouble(int position, double value) {
            putLong(position, (long) value);
        }

        @Override
        public void putLong(int position, long value) {
            buffer.put(position, value);
        }
    }

    /** bool. */
    private static final class Booleans extends Elements {
        private final ByteBuffer buffer;

        Booleans(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public double getDouble(int position) {
            return getLong(position);
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
