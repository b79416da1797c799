package io.graphkernel.runtime.generated.library.shape;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibrarySlots;

/**
 * Sizes and order of the sorted rows of {@code [before, count, after]}. A row is the elements along the middle axis.
 *
 * @param before number of repetitions of the rows
 * @param count number of elements per row
 * @param after number of rows whose elements alternate
 * @param dtype dtype of the elements
 * @param isDescending true if the largest element is the first
 */
public record SortOrderShape(long before, long count, long after, DType dtype, boolean isDescending) {
    /** Slot of the result. */
    private static final int RESULT = LibrarySlots.FIRST + 2;

    /** The first slot that holds a size. */
    private static final int BEFORE = LibrarySlots.FIRST + 5;

    /** Returns the sizes for the dims of the operand. */
    public static SortOrderShape of(long[] dims, DType dtype, boolean isDescending) {
        return new SortOrderShape(dims[0], dims[1], dims[2], dtype, isDescending);
    }

    /** Returns the number of rows. */
    public long rows() {
        return before * after;
    }

    /** Returns true if there is nothing to sort. */
    public boolean isEmpty() {
        return rows() == 0 || count == 0;
    }

    /** Returns the index of the first element of a row. */
    public long first(long row) {
        return row / after * count * after + row % after;
    }

    /** Fills the slots of {@code gk_sort_order.h} from those of a call. */
    public void fill(LaunchFrame frame) {
        frame.pointer(LibrarySlots.FIRST, frame.slot(0));
        frame.pointer(RESULT, frame.slot(1));
        frame.integer(BEFORE, before);
        frame.integer(BEFORE + 1, count);
        frame.integer(BEFORE + 2, after);
        frame.integer(BEFORE + 3, dtype.ordinal());
        frame.integer(BEFORE + 4, isDescending ? 1 : 0);
    }
}
