package io.graphkernel.processor.toolchain;

import java.nio.file.Path;

/** Provider of clang and a linker. */
interface Compiler {
    /**
     * Returns a text that differs whenever the compiler may produce other bytes; part of every cache key. It must be
     * cheap, since it is requested even if nothing is compiled.
     */
    String identity() throws ToolchainException;

    /** Returns the executable of clang. */
    Path clang() throws ToolchainException;

    /** Returns the programs that build for a platform. */
    Programs programs(Platform target) throws ToolchainException;
}
