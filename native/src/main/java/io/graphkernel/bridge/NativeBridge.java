package io.graphkernel.bridge;

/**
 * The native methods of GraphKernel, implemented by {@code bridge.c}.
 *
 * <p>All addresses are plain machine addresses. Nothing is checked here: the callers in {@code io.graphkernel.runtime}
 * pass addresses of live memory only. The methods resolve once the runtime has loaded the bridge library.
 */
public final class NativeBridge {
    /** The kernel ABI that this class speaks; equal to {@link #abiVersion()} of a matching library. */
    public static final int ABI_VERSION = 1;

    private NativeBridge() {}

    /**
     * Runs a kernel over {@code [begin, end)} of its parallel range.
     *
     * @param kernel the function's address
     * @param arguments the address of the 8-byte argument slots
     * @param begin the first item
     * @param end the item after the last
     * @param scratch 64-byte aligned memory of the calling thread, or 0 if the kernel needs none
     */
    public static native void launch(long kernel, long arguments, long begin, long end, long scratch);

    /**
     * As {@link #launch}, on one array: it is pinned, its address is stored in slot 0, and it is released afterwards.
     * The array may have length zero; a null array leaves its slot as it is. The overloads take up to eight arrays for
     * the slots from 0 on.
     */
    public static native void launchArrays(
            long kernel, long arguments, long begin, long end, long scratch, float[] array0);

    /** See {@link #launchArrays(long, long, long, long, long, float[])}. */
    public static native void launchArrays(
            long kernel, long arguments, long begin, long end, long scratch, float[] array0, float[] array1);

    /** See {@link #launchArrays(long, long, long, long, long, float[])}. */
    public static native void launchArrays(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            float[] array0,
            float[] array1,
            float[] array2);

    /** See {@link #launchArrays(long, long, long, long, long, float[])}. */
    public static native void launchArrays(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3);

    /** See {@link #launchArrays(long, long, long, long, long, float[])}. */
    public static native void launchArrays(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3,
            float[] array4);

    /** See {@link #launchArrays(long, long, long, long, long, float[])}. */
    public static native void launchArrays(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3,
            float[] array4,
            float[] array5);

    /** See {@link #launchArrays(long, long, long, long, long, float[])}. */
    public static native void launchArrays(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3,
            float[] array4,
            float[] array5,
            float[] array6);

    /** See {@link #launchArrays(long, long, long, long, long, float[])}. */
    public static native void launchArrays(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3,
            float[] array4,
            float[] array5,
            float[] array6,
            float[] array7);

    /**
     * Calls a C function of at most one integer that returns an integer.
     *
     * @param function its address
     * @param argument the integer
     * @return what it returns; for an {@code int} the lower half
     */
    public static native long call(long function, long argument);

    /**
     * Calls a C function of up to twelve integers or pointers that returns an integer, a pointer or nothing; such are the
     * functions of device drivers.
     *
     * @param function its address
     * @param a0 the first argument; those that the function does not have are ignored
     * @return what it returns; for an {@code int} the lower half
     */
    public static native long invoke(
            long function,
            long a0,
            long a1,
            long a2,
            long a3,
            long a4,
            long a5,
            long a6,
            long a7,
            long a8,
            long a9,
            long a10,
            long a11);

    /**
     * As {@link #invoke}, for functions of up to sixteen arguments.
     *
     * @param function its address
     * @param arguments the address of sixteen 8-byte arguments; those that the function does not have are ignored
     * @return what it returns; for an {@code int} the lower half
     */
    public static native long invokeAll(long function, long arguments);

    /**
     * The x86-64 level of this processor and its operating system.
     *
     * @return 2, 3 or 4 for x86-64-v2, v3 and v4; 1 for an older x86-64 processor; 0 on other architectures
     */
    public static native int instructionSet();

    /**
     * Asks the system to back memory with huge pages; does nothing where there is no such call.
     *
     * @param address the first byte, a multiple of the page size
     * @param bytes the length in bytes
     */
    public static native void adviseHugePages(long address, long bytes);

    /**
     * Makes negative floats 0, in rows of memory; NaN and -0 stay.
     *
     * @param address the first element of the first row
     * @param rows the number of rows
     * @param columns the elements of a row, which follow each other
     * @param rowBytes from one row to the next
     * @param minusInfinity 0 for floats of 32 bits; for those of 16 bits the bits of negative infinity
     */
    public static native void rectify(long address, long rows, long columns, long rowBytes, int minusInfinity);

    /** The kernel ABI that the loaded library speaks. */
    public static native int abiVersion();
}
