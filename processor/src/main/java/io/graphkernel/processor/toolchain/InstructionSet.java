package io.graphkernel.processor.toolchain;

import java.util.List;

/**
 * Instruction set for which a kernel library contains a variant of every kernel. The runtime selects the last one in
 * its platform's list that the processor supports.
 */
public enum InstructionSet {
    /** Baseline of a platform, used for libraries other than kernel variants. */
    BASELINE("baseline", List.of()),
    /** SSE4.2: every 64-bit x86 processor since 2009. */
    X86_64_V2("v2", List.of("-march=x86-64-v2")),
    /** AVX2 and FMA. */
    X86_64_V3("v3", List.of("-march=x86-64-v3")),
    /** AVX-512 with F, BW, CD, DQ and VL. */
    X86_64_V4("v4", List.of("-march=x86-64-v4", "-mprefer-vector-width=512")),
    /** Advanced SIMD of the 64-bit ARM architecture. */
    ARMV8("neon", List.of("-march=armv8-a"));

    private final String variant;
    private final List<String> flags;

    InstructionSet(String variant, List<String> flags) {
        this.variant = variant;
        this.flags = flags;
    }

    /**
     * Returns those of the instruction sets of a platform that have one of some names, or all if none has.
     *
     * @param available instruction sets, in order
     * @param names variants that the options select, also of other platforms
     */
    public static List<InstructionSet> named(List<InstructionSet> available, List<String> names) {
        List<InstructionSet> named =
                available.stream().filter(set -> names.contains(set.variant)).toList();
        return named.isEmpty() ? available : named;
    }

    /** Returns the name of the variant in macros and symbols: {@code GK_VARIANT} and {@code gk_<tag>_<variant>}. */
    public String variant() {
        return variant;
    }

    /** Returns the flags of clang that select this instruction set. */
    List<String> flags() {
        return flags;
    }
}
