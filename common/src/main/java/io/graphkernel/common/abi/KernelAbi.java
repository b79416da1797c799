package io.graphkernel.common.abi;

/**
 * Constants shared by compiler, runtime and C code. Compiled kernels contain them: a change to one of them, or to the
 * methods that stubs call, that breaks compiled kernels must increment {@link #VERSION}. The headers in
 * {@code processor/src/main/c} repeat some constants; {@code KernelAbiTest} of module native compares them.
 */
public final class KernelAbi {
    /** Version of the ABI, which manifests and the bridge state. */
    public static final int VERSION = 2;

    /** Maximum rank of a tensor. */
    public static final int MAX_RANK = 8;

    /** Size of an argument, and of a partial result of a reduction, of any type. */
    public static final int SLOT_BYTES = 8;

    /** Maximum number of arguments of a launch with all its kernels. */
    public static final int FRAME_SLOTS = 256;

    /** Maximum number of arrays that a launch pins. */
    public static final int PINNED_ARRAYS = 8;

    /** Slot of a broadcast's inner size; slot 0 has the number of its outer axes. */
    public static final int BROADCAST_INNER_SLOT = 1;

    /** Slot of a broadcast's number of rows, the product of its outer dims. */
    public static final int BROADCAST_ROWS_SLOT = 2;

    /** First slot of a broadcast's outer dims. */
    public static final int BROADCAST_DIMS_SLOT = 3;

    /** Number of slots of a broadcast before those of its operands. */
    public static final int BROADCAST_HEAD_SLOTS = BROADCAST_DIMS_SLOT + MAX_RANK - 1;

    /** Number of slots of a broadcast operand: its inner stride and its outer strides, in elements. */
    public static final int BROADCAST_OPERAND_SLOTS = MAX_RANK;

    /** Alignment of temporaries and of thread-local memory in bytes: a cache line. */
    public static final int MEMORY_ALIGNMENT = 64;

    private KernelAbi() {}
}
