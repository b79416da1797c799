package io.graphkernel.processor.toolchain;

import java.nio.file.Path;
import java.util.List;

/**
 * Programs of a compiler.
 *
 * @param clang the compiler
 * @param linker command that links for the target platform, to which arguments are appended
 * @param linkerStyle style of the linker's arguments
 */
record Programs(Path clang, List<String> linker, LinkerStyle linkerStyle) {
    /** Style of a linker's arguments. */
    enum LinkerStyle {
        /** lld in the flavor of the platform's object format. */
        LLD,
        /** clang as a driver of its default linker. */
        COMPILER_DRIVER
    }
}
