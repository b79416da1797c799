package io.graphkernel.runtime;

/**
 * Host memory with an external owner, such as an array of another library, that a tensor wraps by
 * {@link Tensor#wrap(ForeignMemory, DType, long...)}.
 *
 * <p>Any thread may call the methods concurrently; {@link #release()} may be called by a thread of this library.
 */
public interface ForeignMemory {
    /** Returns the address of the first byte, which must not change. */
    long address();

    /** Returns the number of bytes from the address on, which must not change. */
    long byteCount();

    /**
     * Returns true if the memory is still valid; called at every use of the tensor. Afterwards, each use throws
     * {@link io.graphkernel.runtime.exception.ClosedTensorException}. Memory that is freed during a use, after this
     * check, is not detected: implementations should retain it until {@link #release()} where possible. Implementations
     * must not block, nor call this library, since the check happens in the middle of calls.
     */
    boolean isAlive();

    /** Returns true if the memory is read-only, which must not change. */
    boolean isReadOnly();

    /**
     * Ends the use of the memory. Called exactly once: when the tensor and all its views are closed or unreachable and
     * no launch uses the memory, or immediately if the tensor cannot be created. That may be some tenths of a second
     * after a close if other threads have used the tensor or the close happens during a call. Exceptions are logged.
     */
    void release();
}
