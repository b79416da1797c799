package io.graphkernel.cuda;

import io.graphkernel.emulation.EmulatedLibrary;
import java.nio.file.Path;
import org.bytedeco.javacpp.LongPointer;

/**
 * The emulated CUDA driver of the tests. It supports Linux, on x86-64 processors with AVX2 and FMA and on 64-bit ARM.
 *
 * <p>Each setting can also be set by an environment variable {@code GRAPHKERNEL_EMULATED_CUDA_<SETTING>}, which the
 * first {@code cuInit} reads.
 */
public final class EmulatedCuda {
    /** Environment variable of {@link Setting#CAPABILITY}. */
    public static final String CAPABILITY = "GRAPHKERNEL_EMULATED_CUDA_CAPABILITY";

    /** System property with the library that the runtime opens as the CUDA driver. */
    private static final String LIBRARY_PROPERTY = "graphkernel.cuda.library";

    /** Settings that can be changed while the process runs. Settings of a device hold for contexts that are created afterwards. */
    public enum Setting {
        /** Number of devices, 0 to 4; else 1. */
        DEVICES,
        /** Bytes of memory of each device; by default 2 GiB. */
        MEMORY,
        /** Compute capability, times ten; by default 80. */
        CAPABILITY,
        /**
         * Version of the driver, as {@code cuDriverGetVersion} returns it; by default 11040. It limits the version of
         * PTX.
         */
        DRIVER_VERSION,
        /** Multiprocessors of each device; by default 4. */
        MULTIPROCESSORS,
        /** Number of launches of a context after which its device is lost; by default 0: never. */
        LOST_AFTER,
        /** 1: operations run when they are submitted; by default 0: when a thread waits for them. */
        EAGER,
        /** Number of instructions of a warp after which a kernel counts as endless; by default 20,000,000,000. */
        INSTRUCTIONS,
        /** 1: events cannot be created; by default 0. */
        NO_EVENTS
    }

    /** Counts of live objects, and of calls since the library was loaded. */
    public enum Count {
        CONTEXTS,
        STREAMS,
        EVENTS,
        MODULES,
        GRAPHS,
        DEVICE_ALLOCATIONS,
        HOST_ALLOCATIONS,
        DEVICE_BYTES,
        /** Kernels that completed or failed. */
        LAUNCHES,
        /** PTX instructions of completed kernels, counted once per executing thread. */
        INSTRUCTIONS,
        /** Products of fragments by tensor cores, counted once per warp. */
        PRODUCTS,
        /** Rows of matrices and asynchronous copies of 16 bytes whose banks of shared memory are in use by another lane. */
        BANK_CONFLICTS,
        /** Submitted operations that are not complete. */
        PENDING
    }

    private static final EmulatedLibrary LIBRARY = new EmulatedLibrary("cuda", LIBRARY_PROPERTY);

    private static final int VALUE_BITS = 56;

    private EmulatedCuda() {}

    /** Returns true if there is an emulated driver for this machine. */
    public static boolean runsHere() {
        return EmulatedLibrary.runsHere();
    }

    /**
     * Returns the file of the library, as {@link EmulatedLibrary#file}.
     *
     * @throws IllegalStateException if there is none for this machine
     */
    public static Path library() {
        return LIBRARY.file();
    }

    /**
     * Makes the runtime of this process open the emulation as the CUDA driver, unless a library is set already. Must be
     * called before the runtime discovers devices.
     */
    public static void use() {
        LIBRARY.use();
    }

    /**
     * Changes a setting.
     *
     * @return the previous value
     */
    public static long set(Setting setting, long value) {
        return LIBRARY.call("emulated_cuda_set", (long) setting.ordinal() << VALUE_BITS | value);
    }

    /** Returns the current value of a count. */
    public static long count(Count what) {
        return LIBRARY.call("emulated_cuda_count", what.ordinal());
    }

    /**
     * Calls a function of the library by its name, with at most twelve integers or addresses. Returns the lower 32
     * bits.
     */
    static int invoke(String function, long... arguments) {
        long[] frame = new long[13];
        frame[0] = LIBRARY.address(function);
        System.arraycopy(arguments, 0, frame, 1, arguments.length);
        try (LongPointer memory = new LongPointer(frame)) {
            return (int) LIBRARY.call("emulated_cuda_call", memory.address());
        }
    }
}
