package io.graphkernel.runtime.internal.memory;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Half;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import org.bytedeco.javacpp.Pointer;

/** Moves lines of elements between raw memory and arrays of doubles or longs, or other raw memory. */
public final class RawElements {
    /** From so many bytes on the processor's best copy gains more than its call costs. */
    private static final long WORTH_A_CALL = 1024;

    private RawElements() {}

    private static final class Address extends Pointer {
        Address(long address) {
            this.address = address;
        }
    }

    /**
     * Reads elements of a floating-point dtype.
     *
     * @param address the address of the first one
     * @param stride from one to the next, in elements
     */
    public static void read(DType dtype, long address, long stride, double[] target, int count) {
        long step = stride * dtype.bytes();
        switch (dtype) {
            case F32 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Memory.getFloat(address + i * step);
                }
            }
            case F64 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Memory.getDouble(address + i * step);
                }
            }
            case F16 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Half.fromF16(Memory.getShort(address + i * step));
                }
            }
            case BF16 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Half.fromBf16(Memory.getShort(address + i * step));
                }
            }
            default -> throw new IllegalArgumentException(dtype.toString());
        }
    }

    /** As {@link #read(DType, long, long, double[], int)}, of an integer dtype. */
    public static void read(DType dtype, long address, long stride, long[] target, int count) {
        long step = stride * dtype.bytes();
        switch (dtype) {
            case I8 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Memory.getByte(address + i * step);
                }
            }
            case U8 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Memory.getByte(address + i * step) & 0xff;
                }
            }
            case I32 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Memory.getInt(address + i * step);
                }
            }
            case I64 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Memory.getLong(address + i * step);
                }
            }
            default -> throw new IllegalArgumentException(dtype.toString());
        }
    }

    /** Writes consecutive elements of a floating-point dtype, each rounded once. */
    public static void write(DType dtype, long address, double[] source, int count) {
        switch (dtype) {
            case F32 -> {
                for (int i = 0; i < count; i++) {
                    Memory.putFloat(address + i * 4L, (float) source[i]);
                }
            }
            case F64 -> {
                for (int i = 0; i < count; i++) {
                    Memory.putDouble(address + i * 8L, source[i]);
                }
            }
            case F16 -> {
                for (int i = 0; i < count; i++) {
                    Memory.putShort(address + i * 2L, Half.toF16(source[i]));
                }
            }
            case BF16 -> {
                for (int i = 0; i < count; i++) {
                    Memory.putShort(address + i * 2L, Half.toBf16(source[i]));
                }
            }
            default -> throw new IllegalArgumentException(dtype.toString());
        }
    }

    /** Writes consecutive elements of an integer dtype, wrapped around. */
    public static void write(DType dtype, long address, long[] source, int count) {
        switch (dtype) {
            case I8, U8 -> {
                for (int i = 0; i < count; i++) {
                    Memory.putByte(address + i, (byte) source[i]);
                }
            }
            case I32 -> {
                for (int i = 0; i < count; i++) {
                    Memory.putInt(address + i * 4L, (int) source[i]);
                }
            }
            case I64 -> {
                for (int i = 0; i < count; i++) {
                    Memory.putLong(address + i * 8L, source[i]);
                }
            }
            default -> throw new IllegalArgumentException(dtype.toString());
        }
    }

    /** Copies bytes between memory that does not overlap. */
    public static void copy(long source, long target, long bytes) {
        if (bytes >= WORTH_A_CALL) {
            JavaCpp.ensureLoaded();
            Pointer.memcpy(new Address(target), new Address(source), bytes);
            return;
        }
        long words = bytes & -Long.BYTES;
        for (long i = 0; i < words; i += Long.BYTES) {
            Memory.putLong(target + i, Memory.getLong(source + i));
        }
        for (long i = words; i < bytes; i++) {
            Memory.putByte(target + i, Memory.getByte(source + i));
        }
    }
}
