package io.graphkernel.runtime.internal.device.ascend;

import io.graphkernel.runtime.exception.KernelLibraryException;

/** Compiles Ascend C to a binary for the chip of a device. */
interface BinaryCompiler {
    /** Returns the inputs of the binary besides the source, the product and the version of AscendCL. */
    String identity();

    /**
     * Returns the binary of a source.
     *
     * @param name name of the program in messages
     * @throws KernelLibraryException with the log of the compiler if it rejects the source
     */
    byte[] compiled(String name, String source);
}
