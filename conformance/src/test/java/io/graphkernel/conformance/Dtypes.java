package io.graphkernel.conformance;

import io.graphkernel.runtime.DType;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Sets of dtypes that an op accepts. */
final class Dtypes {

    static final List<DType> REALS = dtypes(dtype -> dtype.isFloat() && !dtype.isStorageOnly());
    static final List<DType> INTEGERS = dtypes(DType::isInteger);
    static final List<DType> NUMBERS = dtypes(dtype -> dtype != DType.BOOL && !dtype.isStorageOnly());
    static final List<DType> ALL = dtypes(dtype -> !dtype.isStorageOnly());

    /** Also those that are only converted and moved. */
    static final List<DType> STORED = List.of(DType.values());

    static final List<DType> BOOLS = List.of(DType.BOOL);

    private Dtypes() {}

    /** Returns true for a dtype whose code differs little from that of another. */
    static boolean isScarce(DType dtype) {
        return dtype == DType.I16
                || dtype == DType.U16
                || dtype == DType.U32
                || dtype == DType.U64
                || dtype.isStorageOnly();
    }

    private static List<DType> dtypes(Predicate<DType> member) {
        return Arrays.stream(DType.values()).filter(member).toList();
    }
}
