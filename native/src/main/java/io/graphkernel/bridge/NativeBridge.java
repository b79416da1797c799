package io.graphkernel.bridge;

/**
 * The native methods of GraphKernel, implemented by {@code bridge.c}.
 *
 * <p>All addresses are raw machine addresses and are not checked: the callers in {@code io.graphkernel.runtime} pass
 * only addresses of live memory. The methods resolve once the runtime has loaded the bridge library.
 */
public final class NativeBridge {
    private NativeBridge() {}

    /**
     * Runs a kernel over {@code [begin, end)} of its parallel range.
     *
     * @param kernel address of the function
     * @param arguments address of the 8-byte argument slots
     * @param begin the first item
     * @param end the item after the last
     * @param scratch 64-byte aligned memory of the calling thread, or 0 if the kernel needs none
     */
    public static native void launch(long kernel, long arguments, long begin, long end, long scratch);

    /** Number of bits of a slot in the {@code first} slots of {@link #launchPinned}. */
    public static final int FIRST_SLOT_BITS = 4;

    /**
     * As {@link #launch}, on Java arrays. Each array is pinned once, its address is stored in its slots, and it is
     * released afterwards. An array that the kernel does not write is released without being written back, since the
     * JVM may have copied it. An array may have length zero; a null array leaves its slot unchanged.
     *
     * @param written bit mask of the slots whose arrays the kernel writes
     * @param first first slot of the array of each slot, {@link #FIRST_SLOT_BITS} per slot
     * @param count number of slots with arrays, from slot 0 on
     * @param array0 array of slot 0
     */
    public static native void launchPinned(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            int written,
            long first,
            int count,
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
     * @param function address of the function
     * @param argument the integer
     * @return the result; for an {@code int} the lower half
     */
    public static native long call(long function, long argument);

    /**
     * Calls a C function of up to twelve integers or pointers that returns an integer, a pointer or nothing, such as
     * functions of device drivers.
     *
     * @param function address of the function
     * @param a0 the first argument; arguments that the function does not declare are ignored
     * @return the result; for an {@code int} the lower half
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
     * @param function address of the function
     * @param arguments address of sixteen 8-byte arguments; those that the function does not declare are ignored
     * @return the result; for an {@code int} the lower half
     */
    public static native long invokeAll(long function, long arguments);

    /**
     * As {@link #invoke}, for functions of up to 32 integers and pointers and up to four doubles, mixed in any
     * order. Not supported on Windows.
     *
     * @param function address of the function
     * @param arguments address of 32 8-byte integers and then four doubles; those that the function does not declare
     *     are ignored
     * @return the result; for an {@code int} the lower half
     */
    public static native long invokeMixed(long function, long arguments);

    /**
     * Returns the x86-64 level of this processor and its operating system.
     *
     * @return 2, 3 or 4 for x86-64-v2, v3 and v4; 1 for an older x86-64 processor; 0 on other architectures
     */
    public static native int instructionSet();

    /** Size of an item of {@link #copy} in bytes. */
    public static final int COPIED_BYTES = 4096;

    /**
     * Copies {@code [begin, end)} of the items of an array, with the signature of {@link #launch}.
     *
     * @param streaming 1 for non-temporal stores, else 0
     * @param arguments address of the addresses of source and target, both aligned to 64 bytes
     * @param begin the first item
     * @param end the item after the last
     * @param scratch unused
     */
    public static native void copy(long streaming, long arguments, long begin, long end, long scratch);

    /**
     * Advises the system to back memory with huge pages; no effect on systems without such a call.
     *
     * @param address the first byte, a multiple of the page size
     * @param bytes length in bytes
     */
    public static native void adviseHugePages(long address, long bytes);

    /**
     * Replaces negative floats by 0, in rows of memory; NaN and -0 are unchanged.
     *
     * @param address first element of the first row
     * @param rows number of rows
     * @param columns number of contiguous elements per row
     * @param rowBytes row stride in bytes
     * @param minusInfinity 0 for 32-bit floats; for 16-bit floats the bits of negative infinity
     */
    public static native void rectify(long address, long rows, long columns, long rowBytes, int minusInfinity);

    /** Returns the version of the kernel ABI of the loaded library. */
    public static native int abiVersion();
}
