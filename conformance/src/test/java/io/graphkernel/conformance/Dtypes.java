package io.graphkernel.conformance;

import io.graphkernel.runtime.DType;
import java.util.List;

/** Sets of dtypes that an op accepts. */
final class Dtypes {

    static final List<DType> REALS = List.of(DType.F32, DType.F64, DType.F16, DType.BF16);
    static final List<DType> INTEGERS = List.of(DType.I8, DType.U8, DType.I32, DType.I64);
    static final List<DType> NUMBERS =
            List.of(DType.F32, DType.F64, DType.F16, DType.BF16, DType.I8, DType.U8, DType.I32, DType.I64);
    static final List<DType> ALL = List.of(DType.values());
    static final List<DType> BOOLS = List.of(DType.BOOL);

    private Dtypes() {}
}
