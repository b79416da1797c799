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

/** The emulated AscendCL of the tests: one device of eight vector cores, an Ascend 910B2 unless a setting says otherwise. */
public final class EmulatedAscend {
    /** The system property that names the library which the runtime opens as AscendCL. */
    private static final String LIBRARY_PROPERTY = "graphkernel.ascend.library";

    /** The one of its library of whole ops, which is in the same file here. */
    private static final String OPS_PROPERTY = "graphkernel.aclnn.library";

    /** What can be changed while the process runs. */
    public enum Setting {
        /** How many devices there are, 0 to 4; else 1. */
        DEVICES,
        /** Bytes of memory of each device; else 1 GiB. */
        MEMORY,
        /** The chip: 2201, as by default, 3510, or 2002, for which AscendCL has no compiler. */
        NPU_ARCH,
        /** By how many units in the last place quotients, roots, exponentials and logarithms are off at most; else 0. */
        UNITS_OFF,
        /** 1 if kernels give wrong results, 2 if they do nothing; else 0. */
        BROKEN
    }

    /** What launches cost. */
    public enum Cost {
        /** Bytes that are copied into unified buffers. */
        BYTES_IN,
        /** Bytes that are copied out of them. */
        BYTES_OUT,
        /** Instructions that copy. */
        COPIES,
        /** Those that copy less than 16 KiB. */
        SHORT_COPIES,
        /** Vector instructions. */
        INSTRUCTIONS,
        /** The elements that these compute. */
        LANES,
        /** How often vector instructions wait for those before them at a barrier. */
        BARRIERS,
        /** Lines of barriers that order nothing that is not ordered without them. */
        NEEDLESS_BARRIERS,
        /** Copies in that wait for the last vector instruction before them, so that nothing is computed meanwhile. */
        WAITS,
        /** Bytes that the core with the most copies. */
        BUSIEST_BYTES
    }

    private static final int VALUE_BITS = 56;

    private static final String CLANG = "GRAPHKERNEL_EMULATED_ASCEND_CLANG";
    private static final String LLD = "GRAPHKERNEL_EMULATED_ASCEND_LLD";

    static final EmulatedLibrary LIBRARY = new EmulatedLibrary("ascend", LIBRARY_PROPERTY);

    private EmulatedAscend() {}

    /** Whether there is an emulation for this machine. */
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
     * Makes the runtime of this process take the emulation for AscendCL and aclnn, unless a library is named already. Must be
     * called before the runtime looks for devices.
     */
    public static void use() {
        LIBRARY.use();
        if (System.getProperty(OPS_PROPERTY) == null) {
            System.setProperty(OPS_PROPERTY, library().toString());
        }
        Map<String, String> programs = environment();
        // It makes the bridge ready, too.
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

    /** Makes all executors of aclnn good for one call alone, or not. */
    public static void neverRepeat(boolean never) {
        LIBRARY.call("emulated_aclnn_never_repeat", never ? 1 : 0);
    }

    /** How many executors of aclnn were made since the last time that this was asked. */
    public static long executors() {
        return LIBRARY.call("emulated_aclnn_made", 1);
    }

    /** How many calls of aclnn were put into streams since the last time that this was asked. */
    public static long opCalls() {
        return LIBRARY.call("emulated_aclnn_calls", 1);
    }

    /**
     * Makes a copy of the library that lacks functions, as older toolkits do.
     *
     * @param directory that of the copy
     * @param functions which are called otherwise in it
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
     * @return the value before
     */
    public static long set(Setting setting, long value) {
        return LIBRARY.call("emulated_ascend_set", (long) setting.ordinal() << VALUE_BITS | value);
    }

    /** What launches have cost since {@link #forgetCosts}. */
    public static long cost(Cost cost) {
        return LIBRARY.call("emulated_ascend_cost", cost.ordinal());
    }

    /** Counts costs from 0. */
    public static void forgetCosts() {
        LIBRARY.call("emulated_ascend_forget_costs", 0);
    }

    /** Whether a device was made that of a thread since the library was loaded. */
    public static boolean isSet(int device) {
        return LIBRARY.call("emulated_ascend_is_set", device) != 0;
    }

    /** The bytes of all allocations of a device. */
    public static long bytes(int device) {
        return LIBRARY.call("emulated_ascend_bytes", device);
    }

    /** Loses a device, as a kernel does that fails. */
    public static void lose(int device) {
        LIBRARY.call("emulated_ascend_lose", device);
    }

    /** Makes all devices work again. */
    public static void reset() {
        LIBRARY.call("emulated_ascend_reset", 0);
    }

    /**
     * What a process needs in its environment to compile kernels: the compiler and the linker.
     *
     * @return values by variable
     */
    public static Map<String, String> environment() {
        return Programs.environment();
    }

    /** A class of its own, so that tests of the runtime use the rest without the processor. */
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
