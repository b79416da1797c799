package io.graphkernel.runtime.internal.memory;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.ForeignMemory;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import org.bytedeco.javacpp.Pointer;

/**
 * Zeros that the system gives and nobody writes. Linux maps one page of zeros for all pages that are read and never
 * written: they take address space, and no memory.
 */
public final class ZeroPages implements ForeignMemory {
    /** The C library takes smaller memory from what it has, and writes the zeros. */
    private static final long SMALLEST = 64L << 20;

    private final Pointer memory;
    private final long bytes;

    /**
     * Asks the system.
     *
     * @param atLeast how many bytes are needed
     * @throws OutOfMemoryException if there is no such memory
     */
    public ZeroPages(long atLeast) {
        JavaCpp.ensureLoaded();
        this.bytes = SizeClasses.bytes(SizeClasses.of(Math.max(SMALLEST, atLeast)));
        this.memory = Unscoped.make(() -> Pointer.calloc(bytes + KernelAbi.MEMORY_ALIGNMENT, 1));
        if (Pointer.isNull(memory)) {
            throw new OutOfMemoryException(
                    RuntimeProblem.OUT_OF_MEMORY, bytes, " of zeros", Pointer.totalBytes(), "any number", 0);
        }
    }

    @Override
    public long address() {
        return (memory.address() + KernelAbi.MEMORY_ALIGNMENT - 1) & -KernelAbi.MEMORY_ALIGNMENT;
    }

    @Override
    public long byteCount() {
        return bytes;
    }

    @Override
    public boolean isAlive() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return true;
    }

    @Override
    public void release() {
        Pointer.free(memory);
    }
}
