package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Conversions between dtypes. */
public final class Conversion {

    private Conversion() {}

    /**
     * Converts an array.
     *
     * @param precision precision of the target dtype; null for integers and bool
     */
    public static NdArray cast(NdArray x, DType to, Precision precision) {
        NdArray result = x.map(element -> to == DType.BOOL
                ? Scalar.bool(element.asDouble() != 0)
                : precision == null ? toWhole(element, to) : toReal(element, precision));
        return new NdArray(to, x.dims(), result.elements());
    }

    /** A computed array in another floating-point dtype, its errors included. */
    public static NdArray convert(NdArray x, DType to, Precision precision) {
        NdArray result = x.map(element -> {
            Real real = (Real) element;
            double storing = real.precision().storingError(real.value());
            return new Real(real.value(), 0, precision).result(real.value(), real.error() + storing, 0.5);
        });
        return new NdArray(to, x.dims(), result.elements());
    }

    /** Towards zero; beyond the range the nearest bound; NaN gives 0. */
    private static IntegerScalar toWhole(Scalar element, DType to) {
        if (element instanceof IntegerScalar whole) {
            return IntegerScalar.saturate(to, whole.exact());
        }
        double value = element.asDouble();
        double finite = Double.isNaN(value) ? 0 : Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value));
        return IntegerScalar.saturate(to, new BigDecimal(finite).toBigInteger());
    }

    /** To the nearest, half to even, at once. */
    private static Real toReal(Scalar element, Precision precision) {
        if (!(element instanceof IntegerScalar whole)) {
            return Real.exact(precision.stored().round(element.asDouble()), precision);
        }
        double value = precision.stored() == Format.F64 ? whole.asDouble() : sticky(whole.exact());
        return Real.exact(precision.stored().round(value), precision);
    }

    /** A number that float64 holds and that any narrower format rounds as the given one. */
    private static double sticky(BigInteger value) {
        boolean large = value.abs().bitLength() > 53;
        BigInteger low = value.and(BigInteger.valueOf(0x7ff));
        return (large && low.signum() != 0 ? value.subtract(low).setBit(11) : value).doubleValue();
    }
}
