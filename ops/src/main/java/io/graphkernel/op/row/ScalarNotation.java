package io.graphkernel.op.row;

/**
 * Scalar expression of an elementwise op over one element of each operand. Every C-like target and Java print the same
 * operator, or a call of the prelude function with the same name.
 */
public sealed interface ScalarNotation {

    /**
     * Infix operator.
     *
     * @param operator for example {@code +}
     */
    record Infix(String operator) implements ScalarNotation {}

    /**
     * Call of a prelude function.
     *
     * @param function for example {@code floorMod}
     */
    record Call(String function) implements ScalarNotation {}
}
