package io.graphkernel.op.row;

import io.graphkernel.graph.DataType;
import java.util.List;

/**
 * Ops whose result elements are elements of operands, possibly negated.
 *
 * @param criterion criterion of the selection
 * @param operands indices of those operands
 */
public record ElementSelection(Criterion criterion, List<Integer> operands) {

    /** Ops that compute their elements. */
    public static final ElementSelection NONE = new ElementSelection(Criterion.POSITION, List.of());

    /** Criterion by which an op selects elements. */
    public enum Criterion {
        /** Selection by position. */
        POSITION,
        /** Selection by comparison of values. */
        ORDER,
        /** Selection by sign; the result may be negated. */
        SIGN
    }

    public ElementSelection {
        operands = List.copyOf(operands);
    }

    /**
     * Returns true if the op commutes with a cast of the elements.
     *
     * @param from their dtype
     * @param to target dtype of the cast
     * @return true if both dtypes represent the values that the criterion needs, apart from rounding by the cast
     */
    public boolean commutesWithCast(DataType from, DataType to) {
        if (criterion == Criterion.POSITION) {
            return true;
        }
        if (from.isStorageOnly() || to.isStorageOnly()) {
            return false;
        }
        if (from.isFloating() && to.isFloating()) {
            return true;
        }
        // Negation overflows at other values in narrow integers; casts preserve the order of elements except for NaN.
        boolean ordered = from.isInteger() && (to.isInteger() || to.isFloating() && from.byteSize() < to.byteSize());
        return ordered && criterion == Criterion.ORDER;
    }
}
