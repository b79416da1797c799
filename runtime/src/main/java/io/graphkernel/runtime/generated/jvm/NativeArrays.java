package io.graphkernel.runtime.generated.jvm;

import java.lang.invoke.MethodHandle;
import java.nio.FloatBuffer;

/**
 * Copies between arrays and memory at an address. The handles are constants, so that the JIT compiler compiles each
 * call to one copy, without the checks of a buffer.
 */
public final class NativeArrays {
    private static final MethodHandle WRITE;
    private static final MethodHandle READ;

    static {
        MethodHandle writer;
        MethodHandle reader;
        try {
            MemoryAccess access = MemoryAccess.ofThisVirtualMachine();
            writer = access.arrayWriter();
            reader = access.arrayReader();
        } catch (IllegalStateException e) {
            // The JVM is older than 22 and lacks the module jdk.unsupported.
            writer = null;
            reader = null;
        }
        WRITE = writer;
        READ = reader;
    }

    private NativeArrays() {}

    /** Copies an array to memory of at least its size. */
    public static void write(float[] array, long address) {
        if (WRITE == null) {
            floats(address, array).put(0, array);
            return;
        }
        try {
            WRITE.invokeExact((Object) array, address, array.length);
        } catch (Throwable e) {
            throw Memory.unexpected(e);
        }
    }

    /** Fills an array from memory. */
    public static void read(float[] array, long address) {
        if (READ == null) {
            floats(address, array).get(0, array);
            return;
        }
        try {
            READ.invokeExact((Object) array, address, array.length);
        } catch (Throwable e) {
            throw Memory.unexpected(e);
        }
    }

    private static FloatBuffer floats(long address, float[] array) {
        return NativeBuffers.at(address, array.length * Float.BYTES).asFloatBuffer();
    }
}
