package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.DType;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The dtypes for which an op is defined. */
public enum DtypeClass {
    /** {@code f32}, {@code f64}, {@code f16}, {@code bf16}. */
    FLOAT(EnumSet.of(DType.F32, DType.F64, DType.F16, DType.BF16)),
    /** {@code i8}, {@code u8}, {@code i32}, {@code i64}. */
    INTEGER(EnumSet.of(DType.I8, DType.U8, DType.I32, DType.I64)),
    /** Floats and integers. */
    NUMBER(EnumSet.complementOf(EnumSet.of(DType.BOOL))),
    /** {@code bool}. */
    BOOL(EnumSet.of(DType.BOOL)),
    /** Every dtype. */
    ANY(EnumSet.allOf(DType.class));

    private final Set<DType> dtypes;

    DtypeClass(Set<DType> dtypes) {
        this.dtypes = Collections.unmodifiableSet(dtypes);
    }

    /**
     * The members.
     *
     * @return in the order of {@link DType}, unmodifiable
     */
    public Set<DType> dtypes() {
        return dtypes;
    }
}
