package io.graphkernel.ascend;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.emulation.EmulatedLibrary;
import io.graphkernel.processor.toolchain.EmbeddedLlvm;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;

/**
 * The emulated AscendCL of the tests: one device of eight vector cores, an Ascend 910B2 unless a setting says
 * otherwise.
 */
public final class EmulatedAscend {
    /** System property with the library that the runtime opens as AscendCL. */
    private static final String LIBRARY_PROPERTY = "graphkernel.ascend.library";

    /** System property with the library of ops, which is the same file here. */
    private static final String OPS_PROPERTY = "graphkernel.aclnn.library";

    /** Settings that can be changed while the process runs. */
    public enum Setting {
        /** Number of devices, 0 to 4; else 1. */
        DEVICES,
        /** Bytes of memory of each device; by default 1 GiB. */
        MEMORY,
        /** The chip: 2201, as by default, 3510, or 2002, for which AscendCL has no compiler. */
        NPU_ARCH,
        /** Error of quotients, roots, exponentials and logarithms in units in the last place; by default 0. */
        UNITS_OFF,
        /** 1 if kernels compute wrong results, 2 if they have no effect; by default 0. */
        BROKEN
    }

    /** Costs of launches. */
    public enum Cost {
        /** Bytes copied into unified buffers. */
        BYTES_IN,
        /** Bytes copied out of unified buffers. */
        BYTES_OUT,
        /** Copy instructions. */
        COPIES,
        /** Copies of less than 16 KiB. */
        SHORT_COPIES,
        /** Vector instructions. */
        INSTRUCTIONS,
        /** Elements of vector instructions. */
        LANES,
        /** Number of waits of vector instructions for earlier ones at a barrier. */
        BARRIERS,
        /** Source lines of redundant barriers. */
        NEEDLESS_BARRIERS,
        /**
         * Copies in that wait for the last vector instruction before them, so that copies and computation do not
         * overlap.
         */
        WAITS,
        /** Bytes of the core that copies the most. */
        BUSIEST_BYTES
    }

    private static final int VALUE_BITS = 56;

    private static final String CLANG = "GRAPHKERNEL_EMULATED_ASCEND_CLANG";
    private static final String LLD = "GRAPHKERNEL_EMULATED_ASCEND_LLD";

    static final EmulatedLibrary LIBRARY = new EmulatedLibrary("ascend", LIBRARY_PROPERTY);

    private EmulatedAscend() {}

    /** Returns true if there is an emulation for this machine. */
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
     * Makes the runtime of this process open the emulation as AscendCL and aclnn, unless a library is set already. Must
     * be called before the runtime discovers devices.
     */
    public static void use() {
        LIBRARY.use();
        if (System.getProperty(OPS_PROPERTY) == null) {
            System.setProperty(OPS_PROPERTY, library().toString());
        }
        Map<String, String> programs = environment();
        // This also loads the bridge.
        forgetCosts();
        try (BytePointer clang = new BytePointer(programs.get(CLANG));
                BytePointer lld = new BytePointer(programs.get(LLD))) {
            NativeBridge.invoke(
                    LIBRARY.address("emulated_ascend_compiler"),
                    clang.address(),
                    lld.address(),
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0);
        }
    }

    /** Enables or disables the reuse of aclnn executors. */
    public static void neverRepeat(boolean never) {
        LIBRARY.call("emulated_aclnn_never_repeat", never ? 1 : 0);
    }

    /** Returns the number of aclnn executors created since the last call. */
    public static long executors() {
        return LIBRARY.call("emulated_aclnn_made", 1);
    }

    /** Returns the number of aclnn calls put into streams since the last call. */
    public static long opCalls() {
        return LIBRARY.call("emulated_aclnn_calls", 1);
    }

    /**
     * Creates a copy of the library that lacks functions, as older toolkits do.
     *
     * @param directory directory of the copy
     * @param functions functions that are renamed in it
     */
    public static Path without(Path directory, List<String> functions) throws IOException {
        String content = Files.readString(library(), StandardCharsets.ISO_8859_1);
        for (String function : functions) {
            String symbol = '\0' + function + '\0';
            if (!content.contains(symbol)) {
                throw new IllegalArgumentException(function + " is not emulated");
            }
            content = content.replace(symbol, symbol.replace("\0a", "\0_"));
        }
        return Files.writeString(directory.resolve(library().getFileName()), content, StandardCharsets.ISO_8859_1);
    }

    /**
     * Changes a setting.
     *
     * @return the previous value
     */
    public static long set(Setting setting, long value) {
        return LIBRARY.call("emulated_ascend_set", (long) setting.ordinal() << VALUE_BITS | value);
    }

    /** Returns the cost of launches since {@link #forgetCosts}. */
    public static long cost(Cost cost) {
        return LIBRARY.call("emulated_ascend_cost", cost.ordinal());
    }

    /** Resets all costs to 0. */
    public static void forgetCosts() {
        LIBRARY.call("emulated_ascend_forget_costs", 0);
    }

    /** Returns true if a device was set current for a thread since the library was loaded. */
    public static boolean isSet(int device) {
        return LIBRARY.call("emulated_ascend_is_set", device) != 0;
    }

    /** Returns the total size of all allocations of a device. */
    public static long bytes(int device) {
        return LIBRARY.call("emulated_ascend_bytes", device);
    }

    /** Loses a device, as a failing kernel does. */
    public static void lose(int device) {
        LIBRARY.call("emulated_ascend_lose", device);
    }

    /** Restores all devices. */
    public static void reset() {
        LIBRARY.call("emulated_ascend_reset", 0);
    }

    /**
     * Returns the environment in which a process compiles kernels, with the compiler and the linker.
     *
     * @return values by variable
     */
    public static Map<String, String> environment() {
        return Programs.environment();
    }

    /** A separate class, so that tests of the runtime use the rest without the processor. */
    private static final class Programs {
        private static Map<String, String> environment() {
            try {
                EmbeddedLlvm.Unpacked programs = EmbeddedLlvm.unpacked();
                return Map.of(
                        CLANG, programs.clang().toString(), LLD, programs.lld().toString());
            } catch (ToolchainException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
