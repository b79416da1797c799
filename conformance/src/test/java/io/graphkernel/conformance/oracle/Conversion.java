package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;

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
        long value = element instanceof IntegerScalar whole ? whole.value() : (long) element.asDouble();
        return IntegerScalar.saturate(to, value);
    }

    /** To the nearest, half to even, at once. */
    private static Real toReal(Scalar element, Precision precision) {
        if (!(element instanceof IntegerScalar whole)) {
            return Real.exact(precision.stored().round(element.asDouble()), precision);
        }
        double value = precision.stored() == Format.F64 ? whole.value() : sticky(whole.value());
        return Real.exact(precision.stored().round(value), precision);
    }

    /** A number that float64 holds and that any narrower format rounds as the given one. */
    private static double sticky(long value) {
        boolean large = Math.abs(value) >>> 53 != 0;
        long low = value & 0x7ff;
        return large && low != 0 ? value - low | 0x800 : value;
    }
}
