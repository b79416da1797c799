package io.graphkernel.runtime.generated.jvm;

import io.graphkernel.runtime.Float8;
import io.graphkernel.runtime.Half;

/**
 * Loads and stores of single elements at an address. Narrower floats are represented as {@code float} and rounded to
 * nearest even when stored; integers below 32 bits are represented as {@code int}, {@code u32} as {@code long}.
 */
public final class ElementMemory {
    private ElementMemory() {}

    public static float loadF32(long address) {
        return Memory.getFloat(address);
    }

    public static double loadF64(long address) {
        return Memory.getDouble(address);
    }

    public static float loadF16(long address) {
        return Half.fromF16(Memory.getShort(address));
    }

    public static float loadBF16(long address) {
        return Half.fromBf16(Memory.getShort(address));
    }

    public static float loadF8E4M3(long address) {
        return Float8.fromE4m3(Memory.getByte(address));
    }

    public static float loadF8E5M2(long address) {
        return Float8.fromE5m2(Memory.getByte(address));
    }

    public static int loadI8(long address) {
        return Memory.getByte(address);
    }

    public static int loadU8(long address) {
        return Memory.getByte(address) & 0xff;
    }

    public static int loadI16(long address) {
        return Memory.getShort(address);
    }

    public static int loadU16(long address) {
        return Memory.getShort(address) & 0xffff;
    }

    public static int loadI32(long address) {
        return Memory.getInt(address);
    }

    public static long loadU32(long address) {
        return Integer.toUnsignedLong(Memory.getInt(address));
    }

    public static long loadI64(long address) {
        return Memory.getLong(address);
    }

    /** Returns the bits. */
    public static long loadU64(long address) {
        return Memory.getLong(address);
    }

    public static boolean loadBOOL(long address) {
        return Memory.getByte(address) != 0;
    }

    public static void storeF32(long address, float value) {
        Memory.putFloat(address, value);
    }

    public static void storeF64(long address, double value) {
        Memory.putDouble(address, value);
    }

    public static void storeF16(long address, float value) {
        Memory.putShort(address, Half.toF16(value));
    }

    public static void storeBF16(long address, float value) {
        Memory.putShort(address, Half.toBf16(value));
    }

    public static void storeF8E4M3(long address, float value) {
        Memory.putByte(address, Float8.toE4m3(value));
    }

    public static void storeF8E5M2(long address, float value) {
        Memory.putByte(address, Float8.toE5m2(value));
    }

    public static void storeI8(long address, int value) {
        Memory.putByte(address, (byte) value);
    }

    public static void storeU8(long address, int value) {
        Memory.putByte(address, (byte) value);
    }

    public static void storeI16(long address, int value) {
        Memory.putShort(address, (short) value);
    }

    public static void storeU16(long address, int value) {
        Memory.putShort(address, (short) value);
    }

    public static void storeU32(long address, long value) {
        Memory.putInt(address, (int) value);
    }

    public static void storeI32(long address, int value) {
        Memory.putInt(address, value);
    }

    public static void storeI64(long address, long value) {
        Memory.putLong(address, value);
    }

    /** Stores the bits. */
    public static void storeU64(long address, long value) {
        Memory.putLong(address, value);
    }

    public static void storeBOOL(long address, boolean value) {
        Memory.putByte(address, (byte) (value ? 1 : 0));
    }
}
