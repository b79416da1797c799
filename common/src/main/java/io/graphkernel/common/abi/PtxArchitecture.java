package io.graphkernel.common.abi;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * GPU architecture for which PTX is compiled. A GPU runs the PTX of its own architecture and of all earlier ones.
 *
 * <p>Each program exists for {@link #SM_70}; the jar has variants of those that a later architecture makes faster.
 */
public enum PtxArchitecture {
    /** Volta: independent thread scheduling, and a PTX version that every driver since CUDA 10 accepts. */
    SM_70(70, 63),

    /**
     * Ampere: arithmetic and conversions of bf16, tensor cores of bf16, and asynchronous copies to shared memory; a PTX
     * version that every driver since CUDA 11 accepts.
     */
    SM_80(80, 70);

    private final int capability;
    private final int ptxVersion;

    PtxArchitecture(int capability, int ptxVersion) {
        this.capability = capability;
        this.ptxVersion = ptxVersion;
    }

    /**
     * Returns the latest variant that a GPU runs.
     *
     * @param capability compute capability of the GPU, times ten
     * @return empty if it runs only the common programs
     */
    public static Optional<PtxArchitecture> variant(int capability) {
        return capability >= SM_80.capability ? Optional.of(SM_80) : Optional.empty();
    }

    /**
     * Returns the architectures for which a program is compiled.
     *
     * @param hasVariant true if later architectures make it faster, as programs that access bf16
     * @return the common one first
     */
    public static List<PtxArchitecture> of(boolean hasVariant) {
        return hasVariant ? List.of(SM_70, SM_80) : List.of(SM_70);
    }

    /** Returns the compute capability, times ten. */
    public int capability() {
        return capability;
    }

    /** Returns the version of PTX, times ten. */
    public int ptxVersion() {
        return ptxVersion;
    }

    /** Returns the name in the spelling of compilers, such as {@code sm_80}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the file name of a built-in program.
     *
     * @param stem name of the program
     * @return a name such as {@code matmul_bf16.ptx} or {@code matmul_bf16.sm_80.ptx}
     */
    public String fileName(String stem) {
        return stem + (this == SM_70 ? "" : "." + id()) + ".ptx";
    }

    /**
     * Returns the directory of programs for this architecture in the jar.
     *
     * @param target id of the target
     * @return that of the target, and for a variant a sibling of it
     */
    public String directory(String target) {
        return this == SM_70 ? target : target + "-" + id();
    }
}
