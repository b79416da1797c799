package io.graphkernel.runtime.generated.jvm;

import java.lang.invoke.MethodHandle;

/**
 * Memory access by address, in native byte order, at any alignment. The handles are constants, so that the JIT compiler
 * compiles each call to one instruction.
 */
public final class Memory {
    private static final MethodHandle GET_BYTE;
    private static final MethodHandle GET_SHORT;
    private static final MethodHandle GET_INT;
    private static final MethodHandle GET_LONG;
    private static final MethodHandle GET_FLOAT;
    private static final MethodHandle GET_DOUBLE;
    private static final MethodHandle PUT_BYTE;
    private static final MethodHandle PUT_SHORT;
    private static final MethodHandle PUT_INT;
    private static final MethodHandle PUT_LONG;
    private static final MethodHandle PUT_FLOAT;
    private static final MethodHandle PUT_DOUBLE;

    static {
        MemoryAccess access = MemoryAccess.ofThisVirtualMachine();
        GET_BYTE = access.getter(byte.class);
        GET_SHORT = access.getter(short.class);
        GET_INT = access.getter(int.class);
        GET_LONG = access.getter(long.class);
        GET_FLOAT = access.getter(float.class);
        GET_DOUBLE = access.getter(double.class);
        PUT_BYTE = access.setter(byte.class);
        PUT_SHORT = access.setter(short.class);
        PUT_INT = access.setter(int.class);
        PUT_LONG = access.setter(long.class);
        PUT_FLOAT = access.setter(float.class);
        PUT_DOUBLE = access.setter(double.class);
    }

    private Memory() {}

    public static byte getByte(long address) {
        try {
            return (byte) GET_BYTE.invokeExact(address);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static short getShort(long address) {
        try {
            return (short) GET_SHORT.invokeExact(address);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static int getInt(long address) {
        try {
            return (int) GET_INT.invokeExact(address);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static long getLong(long address) {
        try {
            return (long) GET_LONG.invokeExact(address);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static float getFloat(long address) {
        try {
            return (float) GET_FLOAT.invokeExact(address);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static double getDouble(long address) {
        try {
            return (double) GET_DOUBLE.invokeExact(address);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static void putByte(long address, byte value) {
        try {
            PUT_BYTE.invokeExact(address, value);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static void putShort(long address, short value) {
        try {
            PUT_SHORT.invokeExact(address, value);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static void putInt(long address, int value) {
        try {
            PUT_INT.invokeExact(address, value);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static void putLong(long address, long value) {
        try {
            PUT_LONG.invokeExact(address, value);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static void putFloat(long address, float value) {
        try {
            PUT_FLOAT.invokeExact(address, value);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public static void putDouble(long address, double value) {
        try {
            PUT_DOUBLE.invokeExact(address, value);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Rethrows errors of the JVM, such as a stack overflow, unchanged. */
    static IllegalStateException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("memory access", e);
    }
}
