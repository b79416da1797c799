package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.DType;
import java.util.Optional;

/** The element types of the format, by their numbers in a file. */
public enum ElementType {
    UNDEFINED(0, null),
    FLOAT(1, DType.F32),
    UINT8(2, DType.U8),
    INT8(3, DType.I8),
    UINT16(4, null),
    INT16(5, null),
    INT32(6, DType.I32),
    INT64(7, DType.I64),
    STRING(8, null),
    BOOL(9, DType.BOOL),
    FLOAT16(10, DType.F16),
    DOUBLE(11, DType.F64),
    UINT32(12, null),
    UINT64(13, null),
    COMPLEX64(14, null),
    COMPLEX128(15, null),
    BFLOAT16(16, DType.BF16);

    private final int number;
    private final DType dtype;

    ElementType(int number, DType dtype) {
        this.number = number;
        this.dtype = dtype;
    }

    /** The dtype of such elements; empty if we have none. */
    Optional<DType> dtype() {
        return Optional.ofNullable(dtype);
    }

    /** The type with a number; one that a later version of the format has is none of these. */
    static ElementType of(long number) {
        for (ElementType type : values()) {
            if (type.number == number) {
                return type;
            }
        }
        return UNDEFINED;
    }

    /** Such as {@code float}, as the documents of the format write it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
