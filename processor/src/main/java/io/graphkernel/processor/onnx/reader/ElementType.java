package io.graphkernel.processor.onnx.reader;

import io.graphkernel.graph.DataType;
import java.util.Optional;
import java.util.stream.Stream;

/** Element types of the format, by their ids in a file. */
public enum ElementType {
    UNDEFINED(0, null),
    FLOAT(1, DataType.F32),
    UINT8(2, DataType.U8),
    INT8(3, DataType.I8),
    UINT16(4, DataType.U16),
    INT16(5, DataType.I16),
    INT32(6, DataType.I32),
    INT64(7, DataType.I64),
    STRING(8, null),
    BOOL(9, DataType.BOOL),
    FLOAT16(10, DataType.F16),
    DOUBLE(11, DataType.F64),
    UINT32(12, DataType.U32),
    UINT64(13, DataType.U64),
    COMPLEX64(14, null),
    COMPLEX128(15, null),
    BFLOAT16(16, DataType.BF16),
    FLOAT8E4M3FN(17, DataType.F8E4M3),
    FLOAT8E4M3FNUZ(18, null),
    FLOAT8E5M2(19, DataType.F8E5M2),
    FLOAT8E5M2FNUZ(20, null),
    UINT4(21, null),
    INT4(22, null),
    FLOAT4E2M1(23, null),
    FLOAT8E8M0(24, null),
    UINT2(25, null),
    INT2(26, null);

    private final int number;
    private final DataType dtype;

    ElementType(int number, DataType dtype) {
        this.number = number;
        this.dtype = dtype;
    }

    /** Returns the dtype; empty if it is unsupported. */
    public Optional<DataType> dtype() {
        return Optional.ofNullable(dtype);
    }

    /** Returns its id in a file. */
    public int number() {
        return number;
    }

    /** Returns the type with a number; undefined for a number of a later version. */
    public static ElementType of(long number) {
        for (ElementType type : values()) {
            if (type.number == number) {
                return type;
            }
        }
        return UNDEFINED;
    }

    /** Returns the type of a dtype. */
    public static ElementType of(DataType dtype) {
        return Stream.of(values())
                .filter(type -> type.dtype == dtype)
                .findFirst()
                .orElseThrow();
    }

    /** Returns a name such as {@code float}, as in the documentation of the format. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
