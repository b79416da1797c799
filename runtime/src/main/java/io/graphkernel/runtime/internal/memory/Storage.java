package io.graphkernel.runtime.internal.memory;

/** Memory that a tensor holds, of the host or of a device. */
public interface Storage {
    /** The address of the first byte. */
    long address();

    /** Gives the memory back to its pool. The caller must have given it up: it is released once. */
    void release();
}
