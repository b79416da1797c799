package io.graphkernel.runtime.internal.device.ascend;

import io.graphkernel.runtime.exception.KernelLibraryException;

/** Makes a binary of Ascend C for the chip of a device. */
interface BinaryCompiler {
    /** What decides the binary besides the source, the product and the version of AscendCL. */
    String identity();

    /**
     * The binary of a source.
     *
     * @param name what messages call it
     * @throws KernelLibraryException with the log of the compiler if it refuses the source
     */
    byte[] compiled(String name, String source);
}
