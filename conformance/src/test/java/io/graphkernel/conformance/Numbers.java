package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Precision;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.conformance.oracle.Whole;
import io.graphkernel.runtime.DType;

/**
 * How a target computes with each dtype.
 *
 * @param roundsEachOp whether each op stores its result in its dtype
 */
record Numbers(boolean roundsEachOp) {

    static final Numbers EAGER = new Numbers(true);
    static final Numbers FUSED = new Numbers(false);

    static boolean isReal(DType dtype) {
        return switch (dtype) {
            case F16, BF16, F32, F64 -> true;
            default -> false;
        };
    }

    /** Null for integers and bool. */
    Precision precision(DType dtype) {
        return !isReal(dtype) ? null : roundsEachOp ? Precision.eager(dtype) : Precision.fused(dtype);
    }

    /** An operand of a dtype: the nearest number that it holds. */
    Scalar number(DType dtype, double value) {
        return isReal(dtype)
                ? Real.exact(precision(dtype).stored().round(value), precision(dtype))
                : Whole.saturate(dtype, (long) value);
    }

    Scalar zero(DType dtype) {
        return number(dtype, 0);
    }
}
