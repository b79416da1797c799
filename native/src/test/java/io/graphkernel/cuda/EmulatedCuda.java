package io.graphkernel.cuda;

import io.graphkernel.emulation.EmulatedLibrary;
import java.nio.file.Path;
import org.bytedeco.javacpp.LongPointer;

/**
 * The emulated CUDA driver of the tests. It exists on Linux, on x86-64 processors with AVX2 and FMA and on 64-bit ARM.
 *
 * <p>Each setting can be given by an environment variable {@code GRAPHKERNEL_EMULATED_CUDA_<SETTING>} too, which is read
 * when {@code cuInit} is called first.
 */
public final class EmulatedCuda {
    /** The system property that names the library which the runtime opens as the CUDA driver. */
    private static final String LIBRARY_PROPERTY = "graphkernel.cuda.library";

    /** What can be changed while the process runs. Those of a device hold for contexts that are created afterwards. */
    public enum Setting {
        /** How many devices there are, 0 to 4; else 1. */
        DEVICES,
        /** Bytes of memory of each device; else 2 GiB. */
        MEMORY,
        /** The compute capability, times ten; else 70. */
        CAPABILITY,
        /** The driver's version, as {@code cuDriverGetVersion} gives it; else 11040. It limits the version of PTX. */
        DRIVER_VERSION,
        /** Multiprocessors of each device; else 4. */
        MULTIPROCESSORS,
        /** The launches of a context after which its device is lost; 0, as by default, for never. */
        LOST_AFTER,
        /** 1: work is done when it is submitted; else 0: when somebody waits for it. */
        EAGER,
        /** The instructions of a warp after which a kernel counts as endless; else 20,000,000,000. */
        INSTRUCTIONS,
        /** 1: no event can be made; else 0. */
        NO_EVENTS
    }

    /** What is alive, or was done since the library was loaded. */
    public enum Count {
        CONTEXTS,
        STREAMS,
        EVENTS,
        MODULES,
        GRAPHS,
        DEVICE_ALLOCATIONS,
        HOST_ALLOCATIONS,
        DEVICE_BYTES,
        /** Kernels that ran to their end or failed. */
        LAUNCHES,
        /** PTX instructions, one for each thread that executed one, of kernels that ran to their end. */
        INSTRUCTIONS,
        /** Operations that were given to streams and are not done. */
        PENDING
    }

    private static final EmulatedLibrary LIBRARY = new EmulatedLibrary("cuda", LIBRARY_PROPERTY);

    private static final int VALUE_BITS = 56;

    private EmulatedCuda() {}

    /** Whether there is an emulated driver for this machine. */
    public static boolean runsHere() {
        return EmulatedLibrary.runsHere();
    }

    /**
     * The file of the library, as {@link EmulatedLibrary#file} says.
     *
     * @throws IllegalStateException if there is none for this machine
     */
    public static Path library() {
        return LIBRARY.file();
    }

    /**
     * Makes the runtime of this process take the emulation for the CUDA driver, unless a library is named already. Must
     * be called before the runtime looks for devices.
     */
    public static void use() {
        LIBRARY.use();
    }

    /**
     * Changes a setting.
     *
     * @return the value before
     */
    public static long set(Setting setting, long value) {
        return LIBRARY.call("emulated_cuda_set", (long) setting.ordinal() << VALUE_BITS | value);
    }

    /** How many there are, or how many there were. */
    public static long count(Count what) {
        return LIBRARY.call("emulated_cuda_count", what.ordinal());
    }

    /** Calls a function of the library by its name; at most twelve integers or addresses. Gives the lower 32 bits. */
    static int invoke(String function, long... arguments) {
        long[] frame = new long[13];
        frame[0] = LIBRARY.address(function);
        System.arraycopy(arguments, 0, frame, 1, arguments.length);
        try (LongPointer memory = new LongPointer(frame)) {
            return (int) LIBRARY.call("emulated_cuda_call", memory.address());
        }
    }
}
