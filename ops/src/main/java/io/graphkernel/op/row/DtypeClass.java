package io.graphkernel.op.row;

import io.graphkernel.graph.DataType;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Classes of dtypes for which ops are defined. */
public enum DtypeClass {
    /** {@code f32}, {@code f64}, {@code f16}, {@code bf16}. */
    FLOAT(EnumSet.of(DataType.F32, DataType.F64, DataType.F16, DataType.BF16)),
    /** {@code i8}, {@code u8}, {@code i32}, {@code i64}. */
    INTEGER(EnumSet.of(DataType.I8, DataType.U8, DataType.I32, DataType.I64)),
    /** {@code i32}, {@code i64}: the integers of Java's arithmetic. */
    WIDE_INTEGER(EnumSet.of(DataType.I32, DataType.I64)),
    /** {@code f32}, {@code f64}, {@code i32}, {@code i64}. */
    WORD(EnumSet.of(DataType.F32, DataType.F64, DataType.I32, DataType.I64)),
    /** Floats and integers. */
    NUMBER(EnumSet.complementOf(EnumSet.of(DataType.BOOL))),
    /** {@code bool}. */
    BOOL(EnumSet.of(DataType.BOOL)),
    /** Every dtype. */
    ANY(EnumSet.allOf(DataType.class));

    private final Set<DataType> dtypes;

    DtypeClass(Set<DataType> dtypes) {
        this.dtypes = Collections.unmodifiableSet(dtypes);
    }

    /**
     * Returns the members.
     *
     * @return in the order of {@link DataType}, unmodifiable
     */
    public Set<DataType> dtypes() {
        return dtypes;
    }
}
