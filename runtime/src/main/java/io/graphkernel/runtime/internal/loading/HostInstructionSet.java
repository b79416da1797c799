package io.graphkernel.runtime.internal.loading;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.List;

/** Instruction set variants of the kernels that this machine runs. */
public final class HostInstructionSet {
    private static final String PROPERTY = "graphkernel.isa";
    private static final String VARIABLE = "GRAPHKERNEL_ISA";
    /** The best one first, whose level is the greatest. */
    private static final List<String> X86_64 = List.of("v4", "v3", "v2");

    private static final int MAX_LEVEL = 4;
    private static final List<String> ARM64 = List.of("neon");

    private HostInstructionSet() {}

    /** Returns the best of the variants; see {@link #supported}. */
    public static String current(String library) {
        return supported(library).get(0);
    }

    /**
     * Returns the names of the variants in exported symbols; the bridge must be loaded.
     *
     * @param library library whose kernels run, for messages
     * @return some of {@code v4}, {@code v3} and {@code v2} on x86-64, the best one first, {@code neon} on arm64
     * @throws KernelLibraryException if the processor supports none of them, or the setting is invalid
     */
    static List<String> supported(String library) {
        String platform = PlatformNames.current();
        if (platform.endsWith("-arm64")) {
            return ARM64;
        }
        int level = NativeBridge.instructionSet();
        if (level < 2) {
            throw new KernelLibraryException(RuntimeProblem.PROCESSOR_TOO_OLD, platform, library);
        }
        return supported(level, cap());
    }

    /** Returns true if a setting excludes variants. */
    static boolean isCapped() {
        String cap = cap();
        return cap != null && !cap.isBlank();
    }

    /** Returns the names of all variants on this platform, the best one first. */
    static List<String> all() {
        return PlatformNames.current().endsWith("-arm64") ? ARM64 : X86_64;
    }

    /** Checks that the setting names a variant of this platform. */
    public static void requireValidSetting() {
        if (!PlatformNames.current().endsWith("-arm64")) {
            supported(MAX_LEVEL, cap());
        }
    }

    private static String cap() {
        return System.getProperty(PROPERTY, System.getenv(VARIABLE));
    }

    /** Returns the variants of an x86-64 level, up to the one that a user selects; null for no selection. */
    static List<String> supported(int level, String cap) {
        int best = MAX_LEVEL - level;
        if (cap != null && !cap.isBlank()) {
            int limit = X86_64.indexOf(cap.strip());
            if (limit < 0) {
                throw new KernelLibraryException(
                        RuntimeProblem.INVALID_SETTING,
                        PROPERTY + " or " + VARIABLE,
                        cap,
                        "it caps the instruction set of the kernels",
                        "set it to one of " + X86_64 + ", or leave it out");
            }
            best = Math.max(best, limit);
        }
        return X86_64.subList(best, X86_64.size());
    }
}
