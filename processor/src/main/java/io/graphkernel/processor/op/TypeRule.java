package io.graphkernel.processor.op;

/** How an elementwise op's operand dtypes decide its result dtype. */
public enum TypeRule {
    /** {@code f32} operands, {@code f32} result. */
    ARITHMETIC,
    /** {@code f32} operands, {@code bool} result. */
    COMPARISON,
    /** {@code bool} operands, {@code bool} result. */
    LOGICAL,
    /** A {@code bool} condition, then two {@code f32} operands; {@code f32} result. */
    SELECTION,
    /** {@code f32} or {@code bool} operand; the result has the dtype of the attribute. */
    CONVERSION
}
