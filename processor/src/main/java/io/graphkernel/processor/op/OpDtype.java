package io.graphkernel.processor.op;

/** What decides the dtype of an operand or of a result. */
public enum OpDtype {
    /** The one dtype that the op's operands share, of the row's {@link DtypeClass}. */
    SHARED,
    /** {@code bool}. */
    BOOL,
    /** {@code i32} or {@code i64}: numbers of elements. */
    INDEX,
    /** {@code i64}. */
    I64,
    /** {@code i8}. */
    I8,
    /** {@code i32}. */
    I32,
    /** {@code f32}. */
    F32,
    /** {@code f32} or {@code i64}. */
    F32_OR_I64,
    /** The shared dtype, or {@code f32} where that one has 16 bits. */
    SHARED_OR_F32,
    /** The attribute {@code dtype}. */
    ATTRIBUTE,
    /** Any dtype, not related to that of the other operands. */
    OWN
}
