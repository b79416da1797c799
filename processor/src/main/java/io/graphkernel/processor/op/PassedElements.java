package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.DType;
import java.util.List;

/**
 * That every element of an op's result is one of its operands', or that with the other sign.
 *
 * @param choice what the op looks at to choose it
 * @param operands the positions of those operands
 */
public record PassedElements(Choice choice, List<Integer> operands) {

    /** Of an op that computes its elements. */
    static final PassedElements NONE = new PassedElements(Choice.PLACE, List.of());

    /** What an op looks at to choose elements. */
    public enum Choice {
        /** Their place alone. */
        PLACE,
        /** Which of them is larger. */
        ORDER,
        /** Their sign, which the result may have reversed. */
        SIGN
    }

    public PassedElements {
        operands = List.copyOf(operands);
    }

    /**
     * Whether the op gives the same before a cast of the elements and after it.
     *
     * @param from their dtype
     * @param to the dtype that they are cast to
     * @return true if each dtype holds what the other needs, but for what the cast itself rounds
     */
    public boolean commutesWithCast(DType from, DType to) {
        boolean floats = from.isFloating() && to.isFloating();
        if (choice == Choice.PLACE || floats) {
            return true;
        }
        // Negation overflows elsewhere in narrow integers; the order of elements stays, but for NaN.
        boolean ordered = from.isInteger() && (to.isInteger() || to.isFloating() && from.byteSize() < to.byteSize());
        return ordered && choice == Choice.ORDER;
    }
}
