package io.graphkernel.runtime;

/**
 * Memory of the host that belongs to somebody else, such as an array of another library, over which a tensor is laid by
 * {@link Tensor#wrap(ForeignMemory, DType, long...)}.
 *
 * <p>Its methods may be called by any thread, several at once; {@link #release()} may come from a thread of this library.
 */
public interface ForeignMemory {
    /** The address of the first byte, the same at every call. */
    long address();

    /** How many bytes from the address on are the owner's; the same at every call. */
    long byteCount();

    /**
     * Whether the memory is still there, asked at every use of the tensor. Once it is gone, each use throws {@link
     * io.graphkernel.runtime.exception.ClosedTensorException}. An owner that frees the memory in the middle of a use,
     * after the question, is not noticed: implementations keep the memory until {@link #release()} where they can. An
     * implementation answers at once and calls nothing of this library: it is asked in the middle of calls.
     */
    boolean isAlive();

    /** Whether nobody may write the memory; the same at every call. */
    boolean isReadOnly();

    /**
     * Ends the use of the memory. It is called exactly once: when the tensor and all its views are closed or forgotten
     * and no launch uses the memory any more, which is up to some tenths of a second after a close if other threads have
     * used the tensor or the close comes in the middle of a call, or at once if the tensor cannot be made. What it throws
     * is logged.
     */
    void release();
}
