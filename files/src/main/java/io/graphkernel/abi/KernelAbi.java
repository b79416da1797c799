package io.graphkernel.abi;

/**
 * The numbers on which compiler, run time and C agree. Kernels of earlier builds contain them: who changes one, or what stubs
 * call, so that those of an earlier build do not work any more, raises {@link #VERSION}; {@code EarlierBuildTest} of module
 * runtime runs some. The headers in {@code native/src/main/c} repeat a few numbers; {@code KernelAbiTest} there compares.
 */
public final class KernelAbi {
    /** The version of this agreement, which manifests and the bridge name. */
    public static final int VERSION = 1;

    /** The most dims of a tensor. */
    public static final int MAXIMUM_RANK = 8;

    /** The size in bytes of an argument, and of a partial result of a reduction, whatever its type. */
    public static final int SLOT_BYTES = 8;

    /** The arguments that a launch can have, all its kernels together. */
    public static final int FRAME_SLOTS = 256;

    /** The arrays that a launch can pin. */
    public static final int PINNED_ARRAYS = 8;

    /** The slot of a broadcast's inner size; the number of its outer axes is in slot 0. */
    public static final int BROADCAST_INNER_SLOT = 1;

    /** The slot of a broadcast's rows, which are the product of its outer dims. */
    public static final int BROADCAST_ROWS_SLOT = 2;

    /** The first slot of a broadcast's outer dims. */
    public static final int BROADCAST_DIMS_SLOT = 3;

    /** The slots of a broadcast before those of its operands. */
    public static final int BROADCAST_HEAD_SLOTS = BROADCAST_DIMS_SLOT + MAXIMUM_RANK - 1;

    /** The slots of an operand that broadcasts: its inner step and its outer strides, in elements. */
    public static final int BROADCAST_OPERAND_SLOTS = MAXIMUM_RANK;

    /** Where temporaries and the memory of a thread begin, in bytes: at lines of the cache. */
    public static final int MEMORY_ALIGNMENT = 64;

    /** The threads of a group on a GPU. */
    public static final int GROUP_THREADS = 256;

    /** The elements that threads do not share in a loop over elements: whole pages. */
    public static final int FLAT_GRANULE = 4096;

    /** The columns that threads do not share in the second phase of a column reduction: whole lines of the cache. */
    public static final int COLUMN_GRANULE = 64;

    private KernelAbi() {}
}
