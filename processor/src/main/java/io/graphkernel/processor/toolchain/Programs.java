package io.graphkernel.processor.toolchain;

import java.nio.file.Path;
import java.util.List;

/**
 * The programs of a compiler.
 *
 * @param clang the compiler
 * @param linker the command that links for the wanted platform, to which arguments are appended
 * @param linkerStyle how the linker wants its arguments
 */
record Programs(Path clang, List<String> linker, LinkerStyle linkerStyle) {
    /** Whose arguments a linker understands. */
    enum LinkerStyle {
        /** lld in the flavour of the platform's object format. */
        LLD,
        /** clang, which calls a linker that it knows. */
        COMPILER_DRIVER
    }
}
