package io.graphkernel.processor.toolchain;

import java.util.ArrayList;
import java.util.List;

/** The arguments of clang. All paths in them are relative. */
final class CompileCommand {
    /**
     * For every target. No standard library and no system header exists for a kernel. Contraction and fast-math stay off,
     * so that a fused kernel gives the bits of its ops one by one. Values of several dtypes may be in the same memory one
     * after the other: a store of one type may change what is read as another.
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

    /** The flags that turn C into an object for one instruction set on one platform, without the files. */
    static List<String> flags(Platform platform, InstructionSet instructionSet) {
        List<String> flags = new ArrayList<>(COMMON);
        flags.addAll(C);
        flags.add("--target=" + platform.triple());
        flags.addAll(instructionSet.flags());
        if (platform.format() == Platform.ObjectFormat.COFF) {
            // The probe of a large stack frame is a call into the C library.
            flags.add("-mno-stack-arg-probe");
        } else {
            flags.add("-fPIC");
        }
        flags.add("-DGK_VARIANT=" + instructionSet.variant());
        return flags;
    }
}
