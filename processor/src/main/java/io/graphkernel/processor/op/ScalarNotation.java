package io.graphkernel.processor.op;

/**
 * An elementwise op's expression over one element of each operand. Every C-like target and Java print the same
 * operator, or a call of a function of the same name in the target's prelude.
 */
public sealed interface ScalarNotation {

    /**
     * An operator between two operands.
     *
     * @param operator for example {@code +}
     */
    record Infix(String operator) implements ScalarNotation {}

    /**
     * A function of the prelude.
     *
     * @param function for example {@code floorMod}
     */
    record Call(String function) implements ScalarNotation {}
}
