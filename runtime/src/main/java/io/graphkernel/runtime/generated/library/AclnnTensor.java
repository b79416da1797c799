package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import java.util.Arrays;

/**
 * A view of an operand, the result or a temporary of a call.
 *
 * @param slot the slot of the frame with the address of its memory; {@link #TEMPORARY} for memory of the call
 * @param memory where the memory of a temporary begins in that of the call, in bytes; else 0
 * @param dtype the dtype of the elements
 * @param storage how many elements the memory has
 * @param first the first element of the view
 * @param dims the dims of the view
 * @param strides the elements from one to the next along each axis
 * @param images whether the axes are those of images: batch, channels, height and width
 */
record AclnnTensor(
        int slot, long memory, DType dtype, long storage, long first, long[] dims, long[] strides, boolean images) {
    static final int TEMPORARY = -1;

    boolean isTemporary() {
        return slot == TEMPORARY;
    }

    /** All of the memory of a slot, in row-major order. */
    static AclnnTensor of(int slot, DType dtype, long... dims) {
        return whole(slot, 0, dtype, dims);
    }

    /** All of the memory of a slot, or of a temporary that begins there, in row-major order. */
    static AclnnTensor whole(int slot, long memory, DType dtype, long... dims) {
        return new AclnnTensor(
                slot, memory, dtype, LibraryCall.product(dims), 0, dims.clone(), LibraryCall.rowMajor(dims), false);
    }

    /** The same memory with other dims, in row-major order from an element on. */
    AclnnTensor reshaped(long from, long... others) {
        return view(from, others, LibraryCall.rowMajor(others));
    }

    /** The same memory seen otherwise. */
    AclnnTensor view(long from, long[] others, long[] otherStrides) {
        return new AclnnTensor(slot, memory, dtype, storage, from, others.clone(), otherStrides.clone(), images);
    }

    /** The last two axes in the other order. */
    AclnnTensor transposed() {
        long[] others = swapped(dims);
        return view(first, others, swapped(strides));
    }

    private static long[] swapped(long... values) {
        long[] swapped = Arrays.copyOf(values, values.length);
        swapped[values.length - 1] = values[values.length - 2];
        swapped[values.length - 2] = values[values.length - 1];
        return swapped;
    }

    /** The same, its axes those of images. */
    AclnnTensor asImages() {
        return new AclnnTensor(slot, memory, dtype, storage, first, dims, strides, true);
    }
}
