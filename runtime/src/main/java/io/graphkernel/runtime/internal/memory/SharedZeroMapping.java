package io.graphkernel.runtime.internal.memory;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.ForeignMemory;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import org.bytedeco.javacpp.Pointer;

/**
 * Read-only zeros mapped by the system. Linux maps a single page of zeros for all pages that are read and never
 * written: they take address space, but no memory.
 */
public final class SharedZeroMapping implements ForeignMemory {
    /** Minimum size for which the C library maps memory instead of writing zeros to its heap. */
    private static final long MIN_BYTES = 64L << 20;

    private final Pointer memory;
    private final long bytes;

    /**
     * Allocates the mapping.
     *
     * @param atLeast minimum size in bytes
     * @throws OutOfMemoryException if the allocation fails
     */
    public SharedZeroMapping(long atLeast) {
        JavaCpp.ensureLoaded();
        this.bytes = SizeClasses.bytes(SizeClasses.of(Math.max(MIN_BYTES, atLeast)));
        this.memory = DetachedFromScope.create(() -> Pointer.calloc(bytes + KernelAbi.MEMORY_ALIGNMENT, 1));
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
