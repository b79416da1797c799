package io.graphkernel.processor.toolchain;

import java.util.ArrayList;
import java.util.List;

/** Arguments of clang, with relative paths only. */
final class CompileCommand {
    /**
     * Flags for every target. Kernels have no standard library or system headers. Contraction and fast-math are off, so
     * that a fused kernel is bit-identical to its separate ops. Memory is reused for values of several dtypes, so
     * strict aliasing is off.
     */
    static final List<String> COMMON = List.of(
            "--no-default-config",
            "-ffreestanding",
            "-nostdinc",
            "-ffp-contract=off",
            "-fno-strict-aliasing",
            "-fno-ident",
            "-fno-color-diagnostics",
            "-fno-caret-diagnostics",
            "-fno-crash-diagnostics",
            "-w");

    /** Stack protection would call into a C library. */
    private static final List<String> C =
            List.of("-std=gnu17", "-O2", "-fno-math-errno", "-fvisibility=hidden", "-fno-stack-protector");

    private CompileCommand() {}

    /** Returns the flags that compile C to an object for one instruction set of a platform, without the files. */
    static List<String> flags(Platform platform, InstructionSet instructionSet) {
        List<String> flags = new ArrayList<>(COMMON);
        flags.addAll(C);
        flags.add("--target=" + platform.triple());
        flags.addAll(instructionSet.flags());
        if (platform.format() == Platform.ObjectFormat.COFF) {
            // The stack probe of a large frame is a call into the C library.
            flags.add("-mno-stack-arg-probe");
        } else {
            flags.add("-fPIC");
        }
        flags.add("-DGK_VARIANT=" + instructionSet.variant());
        return flags;
    }
}
