package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.javacpp.BytePointer;

/**
 * A tensor between two guards. A read of the guards of an f32 tensor gives NaN; a write is detected.
 *
 * @param tensor the tensor
 * @param memory the guards and the tensor
 * @param begin offset of the tensor in bytes
 */
record GuardedTensor(Tensor tensor, ByteBuffer memory, int begin) {

    private static final int GUARD_BYTES = 256;
    private static final byte GUARD = (byte) 0xff;
    private static final int LINE = 64;

    /**
     * A tensor of undefined contents, which is NaN for f32.
     *
     * @param offset the bytes by which it misses alignment to 64
     */
    static GuardedTensor empty(DType dtype, int offset, long... dims) {
        int bytes = dtype.bytes();
        for (long dim : dims) {
            bytes = Math.toIntExact(bytes * dim);
        }
        ByteBuffer memory =
                ByteBuffer.allocateDirect(bytes + 2 * GUARD_BYTES + 2 * LINE).order(ByteOrder.nativeOrder());
        for (int i = 0; i < memory.capacity(); i++) {
            memory.put(i, GUARD);
        }
        int begin = GUARD_BYTES + Math.floorMod(-memory.alignmentOffset(GUARD_BYTES, LINE), LINE) + offset;
        return new GuardedTensor(wrap(memory, begin, dtype, dims), memory, begin);
    }

    private static Tensor wrap(ByteBuffer memory, int begin, DType dtype, long... dims) {
        BytePointer pointer = new BytePointer(memory);
        return Tensor.wrap(pointer.position(begin), memory, dtype, dims);
    }

    /** The same memory in another shape. */
    GuardedTensor reshaped(long... dims) {
        return part(0, tensor.dtype(), dims);
    }

    /** A tensor in the same memory that begins some bytes later. */
    GuardedTensor part(int bytes, DType dtype, long... dims) {
        return new GuardedTensor(wrap(memory, begin + bytes, dtype, dims), memory, begin + bytes);
    }

    static GuardedTensor of(float[] values, int offset, long... dims) {
        GuardedTensor result = empty(DType.F32, offset, dims);
        result.tensor.copyFrom(values);
        return result;
    }

    static GuardedTensor ofBooleans(double[] values, int offset, long... dims) {
        GuardedTensor result = empty(DType.BOOL, offset, dims);
        for (int i = 0; i < values.length; i++) {
            result.memory.put(result.begin + i, (byte) values[i]);
        }
        return result;
    }

    /** The elements, 0 and 1 for bool. */
    double[] values() {
        double[] values = new double[(int) tensor.elementCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = tensor.dtype() == DType.F32 ? memory.getFloat(begin + 4 * i) : memory.get(begin + i);
        }
        return values;
    }

    void assertGuarded(String what) {
        int end = begin + (int) tensor.byteCount();
        for (int i = 0; i < memory.capacity(); i++) {
            if ((i < begin || i >= end) && memory.get(i) != GUARD) {
                assertThat(i)
                        .as(what + ": a byte was written outside of [" + begin + ", " + end + ")")
                        .isBetween(begin, end - 1);
            }
        }
    }
}
