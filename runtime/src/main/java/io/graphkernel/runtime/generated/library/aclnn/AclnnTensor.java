package io.graphkernel.runtime.generated.library.aclnn;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.LibraryCall;

/**
 * A view of an operand, the result or a temporary of a call.
 *
 * @param slot slot of the frame with the address of the memory; {@link #TEMPORARY} for memory of the call
 * @param memory offset of a temporary in the memory of the call, in bytes; 0 otherwise
 * @param dtype dtype of the elements
 * @param storage number of elements of the memory
 * @param first index of the first element of the view
 * @param dims dims of the view
 * @param strides strides of the view in elements
 * @param isNchw true if the axes are batch, channels, height and width
 */
record AclnnTensor(
        int slot, long memory, DType dtype, long storage, long first, long[] dims, long[] strides, boolean isNchw) {
    static final int TEMPORARY = -1;

    boolean isTemporary() {
        return slot == TEMPORARY;
    }

    /** Returns a row-major view of the whole memory of a slot. */
    static AclnnTensor of(int slot, DType dtype, long... dims) {
        return whole(slot, 0, dtype, dims);
    }

    /** Returns a row-major view of the whole memory of a slot or of a temporary. */
    static AclnnTensor whole(int slot, long memory, DType dtype, long... dims) {
        return new AclnnTensor(
                slot,
                memory,
                dtype,
                LibraryCall.elementCount(dims),
                0,
                dims.clone(),
                LibraryCall.rowMajor(dims),
                false);
    }

    /** Returns a row-major view of the same memory with other dims, from an element on. */
    AclnnTensor reshaped(long from, long... newDims) {
        return view(from, newDims, LibraryCall.rowMajor(newDims));
    }

    /** Returns another view of the same memory. */
    AclnnTensor view(long from, long[] newDims, long[] newStrides) {
        return new AclnnTensor(slot, memory, dtype, storage, from, newDims.clone(), newStrides.clone(), isNchw);
    }

    /** Returns this view with axes in NCHW order. */
    AclnnTensor asNchw() {
        return new AclnnTensor(slot, memory, dtype, storage, first, dims, strides, true);
    }
}
