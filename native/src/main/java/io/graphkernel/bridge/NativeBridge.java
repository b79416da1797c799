package io.graphkernel.bridge;

/**
 * The native methods of GraphKernel, implemented by {@code bridge.c}.
 *
 * <p>All addresses are plain machine addresses. Nothing is checked here: the callers in {@code io.graphkernel.runtime}
 * pass addresses of live memory only. The methods resolve once the runtime has loaded the bridge library.
 */
public final class NativeBridge {
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
     * As {@link #launch}, on two arrays: each is pinned once, its address is stored in the slots from 0 on that it is given
     * for, and it is released afterwards. An array that the kernel does not write is released without being written back,
     * since the virtual machine may have copied it. An array may have length zero; a null array leaves its slot as it is.
     * The overloads take more arrays.
     *
     * @param written the slots whose arrays the kernel writes: bit i for slot i
     */
    public static void launchArrays(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            int written,
            float[] array0,
            float[] array1) {
        // The slot in which each array comes first, in four bits: inside a critical region nobody may ask whether two
        // are one.
        long first = array1 == array0 ? 0 : 1 << 4;
        launchPinned(kernel, arguments, begin, end, scratch, written, first, array0, array1);
    }

    private static native void launchPinned(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            int written,
            long first,
            float[] array0,
            float[] array1);

    /** See {@link #launchArrays(long, long, long, long, long, int, float[], float[])}. */
    public static void launchArrays(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            int written,
            float[] array0,
            float[] array1,
            float[] array2) {
        long first = array1 == array0 ? 0 : 1 << 4;
        first |= array2 == null ? 0L : (array2 == array0 ? 0L : array2 == array1 ? 1L : 2L) << 8;
        launchPinned(kernel, arguments, begin, end, scratch, written, first, array0, array1, array2);
    }

    private static native void launchPinned(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            int written,
            long first,
            float[] array0,
            float[] array1,
            float[] array2);

    /** See {@link #launchArrays(long, long, long, long, long, int, float[], float[])}. */
    public static void launchArrays(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            int written,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3) {
        long first = 0;
        first |= array1 == null ? 0L : (array1 == array0 ? 0L : 1L) << 4;
        first |= array2 == null ? 0L : (array2 == array0 ? 0L : array2 == array1 ? 1L : 2L) << 8;
        first |= array3 == null
                ? 0L
                : (array3 == array0 ? 0L : array3 == array1 ? 1L : array3 == array2 ? 2L : 3L) << 12;
        launchPinned(kernel, arguments, begin, end, scratch, written, first, array0, array1, array2, array3);
    }

    private static native void launchPinned(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            int written,
            long first,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3);

    /** See {@link #launchArrays(long, long, long, long, long, int, float[], float[])}. */
    public static void launchArrays(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            int written,
            float[] array0,
            float[] array1,
            float[] array2,
            float[] array3,
            float[] array4,
            float[] array5,
            float[] array6,
            float[] array7) {
        long first = 0;
        first |= array1 == null ? 0L : (array1 == array0 ? 0L : 1L) << 4;
        first |= array2 == null ? 0L : (array2 == array0 ? 0L : array2 == array1 ? 1L : 2L) << 8;
        first |= array3 == null
                ? 0L
                : (array3 == array0 ? 0L : array3 == array1 ? 1L : array3 == array2 ? 2L : 3L) << 12;
        first |= array4 == null
                ? 0L
                : (array4 == array0 ? 0L : array4 == array1 ? 1L : array4 == array2 ? 2L : array4 == array3 ? 3L : 4L)
                        << 16;
        first |= array5 == null
                ? 0L
                : (array5 == array0
                                ? 0L
                                : array5 == array1
                                        ? 1L
                                        : array5 == array2 ? 2L : array5 == array3 ? 3L : array5 == array4 ? 4L : 5L)
                        << 20;
        first |= array6 == null
                ? 0L
                : (array6 == array0
                                ? 0L
                                : array6 == array1
                                        ? 1L
                                        : array6 == array2
                                                ? 2L
                                                : array6 == array3
                                                        ? 3L
                                                        : array6 == array4 ? 4L : array6 == array5 ? 5L : 6L)
                        << 24;
        first |= array7 == null
                ? 0L
                : (array7 == array0
                                ? 0L
                                : array7 == array1
                                        ? 1L
                                        : array7 == array2
                                                ? 2L
                                                : array7 == array3
                                                        ? 3L
                                                        : array7 == array4
                                                                ? 4L
                                                                : array7 == array5 ? 5L : array7 == array6 ? 6L : 7L)
                        << 28;
        launchPinned(
                kernel, arguments, begin, end, scratch, written, first, array0, array1, array2, array3, array4, array5,
                array6, array7);
    }

    private static native void launchPinned(
            long kernel,
            long arguments,
            long begin,
            long end,
            long scratch,
            int written,
            long first,
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
     * As {@link #invoke}, for functions of up to 32 integers and pointers and up to four doubles, which may come in any order
     * between each other. Not on Windows.
     *
     * @param function its address
     * @param arguments the address of 32 8-byte integers and then four doubles; those that the function does not have are
     *     ignored
     * @return what it returns; for an {@code int} the lower half
     */
    public static native long invokeMixed(long function, long arguments);

    /**
     * The x86-64 level of this processor and its operating system.
     *
     * @return 2, 3 or 4 for x86-64-v2, v3 and v4; 1 for an older x86-64 processor; 0 on other architectures
     */
    public static native int instructionSet();

    /** The bytes of one item of {@link #copy}. */
    public static final int COPIED_BYTES = 4096;

    /**
     * Copies {@code [begin, end)} of the items of an array, in the form of {@link #launch}.
     *
     * @param streaming 1 to store past the caches, else 0
     * @param arguments the address of the addresses of source and target, both aligned to 64 bytes
     * @param begin the first item
     * @param end the item after the last
     * @param scratch is not used
     */
    public static native void copy(long streaming, long arguments, long begin, long end, long scratch);

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
