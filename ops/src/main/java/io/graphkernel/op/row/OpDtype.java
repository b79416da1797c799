package io.graphkernel.op.row;

/** Source of the dtype of an operand or a result. */
public enum OpDtype {
    /** Dtype shared by the op's operands, a member of the row's {@link DtypeClass}. */
    SHARED,
    /** {@code bool}. */
    BOOL,
    /** {@code i32} or {@code i64}, for indices. */
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
    /** The shared dtype, or {@code f32} if that is a 16-bit float. */
    SHARED_OR_F32,
    /** The attribute {@code dtype}. */
    ATTRIBUTE,
    /** The attribute {@code dtype}, which has the width of the shared dtype. */
    SAME_WIDTH,
    /** Any dtype, independent of the other operands. */
    OWN
}
