package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.Precision;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;

/** The numbers of each dtype. */
final class Numbers {

    private Numbers() {}

    static boolean isReal(DType dtype) {
        return dtype.isFloat();
    }

    /** Returns the precision of targets; null for integers and bool. */
    static Precision precision(DType dtype) {
        return isReal(dtype) ? Precision.of(dtype) : null;
    }

    /** An operand of a dtype: the nearest number that it holds. */
    static Scalar number(DType dtype, double value) {
        return isReal(dtype)
                ? Real.exact(precision(dtype).stored().round(value), precision(dtype))
                : IntegerScalar.saturate(dtype, (long) value);
    }

    static Scalar zero(DType dtype) {
        return number(dtype, 0);
    }
}
