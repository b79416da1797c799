package io.graphkernel.runtime.internal.memory;

/** Memory that a tensor holds, on the host or on a device. */
public interface Storage {
    /** Returns the address of the first byte. */
    long address();

    /** Returns the memory to its pool. The caller must not use it any more, nor release it twice. */
    void release();
}
