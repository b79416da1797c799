package io.graphkernel.op.row;

import io.graphkernel.graph.DataType;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/** Classes of dtypes for which ops are defined. */
public enum DtypeClass {
    /** {@code f32}, {@code f64}, {@code f16}, {@code bf16}. */
    FLOAT(DataType::isDifferentiable),
    /** Signed and unsigned integers of 8 to 64 bits. */
    INTEGER(DataType::isInteger),
    /** {@code i32}, {@code i64}: the integers of Java's arithmetic. */
    WIDE_INTEGER(dtype -> dtype == DataType.I32 || dtype == DataType.I64),
    /** Floats and integers. */
    NUMBER(dtype -> dtype != DataType.BOOL && !dtype.isStorageOnly()),
    /** {@code bool}. */
    BOOL(dtype -> dtype == DataType.BOOL),
    /** Every dtype that ops compute with. */
    ANY(dtype -> !dtype.isStorageOnly()),
    /** Every dtype, for ops that convert or move elements. */
    STORED(dtype -> true);

    private final Set<DataType> dtypes;

    DtypeClass(Predicate<DataType> member) {
        Set<DataType> members = EnumSet.allOf(DataType.class);
        members.removeIf(member.negate());
        this.dtypes = Collections.unmodifiableSet(members);
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
