package io.graphkernel.runtime.internal.memory;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Half;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import org.bytedeco.javacpp.Pointer;

/** Transfers of elements between raw memory and arrays of doubles or longs, or other raw memory. */
public final class RawElements {
    /** Minimum size for which the native copy amortizes its call overhead. */
    private static final long MIN_NATIVE_COPY_BYTES = 1024;

    private RawElements() {}

    private static final class AddressPointer extends Pointer {
        AddressPointer(long address) {
            this.address = address;
        }
    }

    /**
     * Reads elements of a floating-point dtype.
     *
     * @param address address of the first element
     * @param stride stride in elements
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

    /** Reads elements of an integer dtype, of u64 the bits, like {@link #read(DType, long, long, double[], int)}. */
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
            case I16 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Memory.getShort(address + i * step);
                }
            }
            case U16 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Memory.getShort(address + i * step) & 0xffff;
                }
            }
            case I32 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Memory.getInt(address + i * step);
                }
            }
            case U32 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Integer.toUnsignedLong(Memory.getInt(address + i * step));
                }
            }
            case I64, U64 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = Memory.getLong(address + i * step);
                }
            }
            default -> throw new IllegalArgumentException(dtype.toString());
        }
    }

    /** Writes consecutive elements of a floating-point dtype, rounding once. */
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

    /** Writes consecutive elements of an integer dtype, wrapping around. */
    public static void write(DType dtype, long address, long[] source, int count) {
        switch (dtype) {
            case I8, U8 -> {
                for (int i = 0; i < count; i++) {
                    Memory.putByte(address + i, (byte) source[i]);
                }
            }
            case I16, U16 -> {
                for (int i = 0; i < count; i++) {
                    Memory.putShort(address + i * 2L, (short) source[i]);
                }
            }
            case I32, U32 -> {
                for (int i = 0; i < count; i++) {
                    Memory.putInt(address + i * 4L, (int) source[i]);
                }
            }
            case I64, U64 -> {
                for (int i = 0; i < count; i++) {
                    Memory.putLong(address + i * 8L, source[i]);
                }
            }
            default -> throw new IllegalArgumentException(dtype.toString());
        }
    }

    /** Copies bytes between disjoint memory. */
    public static void copy(long source, long target, long bytes) {
        if (bytes >= MIN_NATIVE_COPY_BYTES) {
            JavaCpp.ensureLoaded();
            Pointer.memcpy(new AddressPointer(target), new AddressPointer(source), bytes);
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
