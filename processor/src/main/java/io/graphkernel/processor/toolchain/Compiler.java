package io.graphkernel.processor.toolchain;

import java.nio.file.Path;

/** Where clang and a linker come from. */
interface Compiler {
    /**
     * A text that differs whenever the compiler may give other bytes: part of every cache key. Must be cheap: it is
     * asked for although nothing has to be compiled.
     */
    String identity() throws ToolchainException;

    /** The compiler itself, ready to run. */
    Path clang() throws ToolchainException;

    /** The programs that build for a platform, ready to run. */
    Programs programs(Platform target) throws ToolchainException;
}
