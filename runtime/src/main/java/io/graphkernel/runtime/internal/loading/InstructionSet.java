package io.graphkernel.runtime.internal.loading;

import io.graphkernel.abi.PlatformNames;
import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.List;

/** Which variant of the kernels this machine runs best. */
public final class InstructionSet {
    private static final String PROPERTY = "graphkernel.isa";
    private static final String VARIABLE = "GRAPHKERNEL_ISA";
    private static final List<String> X86_64 = List.of("v2", "v3", "v4");

    private InstructionSet() {}

    /**
     * The variant's name in exported symbols; the bridge must be loaded.
     *
     * @param library whose kernels are to run, for messages
     * @return {@code v2}, {@code v3} or {@code v4} on x86-64, {@code neon} on arm64
     * @throws KernelLibraryException if the processor runs none of them, or the setting names another
     */
    public static String current(String library) {
        String platform = PlatformNames.current();
        if (platform.endsWith("-arm64")) {
            return "neon";
        }
        int level = NativeBridge.instructionSet();
        if (level < 2) {
            throw new KernelLibraryException(RuntimeProblem.PROCESSOR_TOO_OLD, platform, library);
        }
        return best(level, cap());
    }

    /** Fails if the setting names no variant of this platform. */
    public static void requireValidSetting() {
        if (!PlatformNames.current().endsWith("-arm64")) {
            best(X86_64.size() + 1, cap());
        }
    }

    private static String cap() {
        return System.getProperty(PROPERTY, System.getenv(VARIABLE));
    }

    /** The best variant of an x86-64 level, at most the one that a user names; a null name leaves it at that. */
    static String best(int level, String cap) {
        int best = level - 2;
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
            best = Math.min(best, limit);
        }
        return X86_64.get(best);
    }
}
