package io.graphkernel.op.row;

import io.graphkernel.graph.DataType;
import java.util.List;

/**
 * Ops whose result elements are elements of operands, possibly negated.
 *
 * @param choice criterion of the selection
 * @param operands indices of those operands
 */
public record ElementSelection(Choice choice, List<Integer> operands) {

    /** Ops that compute their elements. */
    public static final ElementSelection NONE = new ElementSelection(Choice.PLACE, List.of());

    /** Criterion by which an op selects elements. */
    public enum Choice {
        /** Selection by position. */
        PLACE,
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
        boolean floats = from.isFloating() && to.isFloating();
        if (choice == Choice.PLACE || floats) {
            return true;
        }
        // Negation overflows at other values in narrow integers; casts preserve the order of elements except for NaN.
        boolean ordered = from.isInteger() && (to.isInteger() || to.isFloating() && from.byteSize() < to.byteSize());
        return ordered && choice == Choice.ORDER;
    }
}
