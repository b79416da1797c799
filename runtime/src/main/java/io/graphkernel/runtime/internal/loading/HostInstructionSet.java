package io.graphkernel.runtime.internal.loading;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.List;

/** Best instruction set variant of the kernels for this machine. */
public final class HostInstructionSet {
    private static final String PROPERTY = "graphkernel.isa";
    private static final String VARIABLE = "GRAPHKERNEL_ISA";
    private static final List<String> X86_64 = List.of("v2", "v3", "v4");

    private HostInstructionSet() {}

    /**
     * Returns the variant's name in exported symbols; the bridge must be loaded.
     *
     * @param library library whose kernels run, for messages
     * @return {@code v2}, {@code v3} or {@code v4} on x86-64, {@code neon} on arm64
     * @throws KernelLibraryException if the processor supports none of them, or the setting is invalid
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

    /** Checks that the setting names a variant of this platform. */
    public static void requireValidSetting() {
        if (!PlatformNames.current().endsWith("-arm64")) {
            best(X86_64.size() + 1, cap());
        }
    }

    private static String cap() {
        return System.getProperty(PROPERTY, System.getenv(VARIABLE));
    }

    /** Returns the best variant of an x86-64 level, up to the one that a user selects; null for no selection. */
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
