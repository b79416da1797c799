package io.graphkernel.ascend;

import io.graphkernel.emulation.EmulatedLibrary;
import io.graphkernel.processor.toolchain.EmbeddedLlvm;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.file.Path;
import java.util.Map;

/** The emulated AscendCL of the tests: one device of eight vector cores, an Ascend 910B2 unless the environment says otherwise. */
public final class EmulatedAscend {
    /** The system property that names the library which the runtime opens as AscendCL. */
    private static final String LIBRARY_PROPERTY = "graphkernel.ascend.library";

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
     * What a process needs in its environment to compile kernels: the compiler and the linker.
     *
     * @return values by variable
     */
    public static Map<String, String> environment() {
        try {
            EmbeddedLlvm.Unpacked programs = EmbeddedLlvm.unpacked();
            return Map.of(
                    "GRAPHKERNEL_EMULATED_ASCEND_CLANG", programs.clang().toString(),
                    "GRAPHKERNEL_EMULATED_ASCEND_LLD", programs.lld().toString());
        } catch (ToolchainException e) {
            throw new IllegalStateException(e);
        }
    }
}
