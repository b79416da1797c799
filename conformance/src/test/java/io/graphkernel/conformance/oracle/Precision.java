package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;

/**
 * Precision of targets for a floating-point dtype: narrower ones compute in f32, and are rounded where they are stored.
 *
 * @param computed format of intermediate results
 * @param stored format of results in memory
 */
public record Precision(Format computed, Format stored) {

    public static Precision of(DType dtype) {
        return switch (dtype) {
            case F8E4M3 -> new Precision(Format.F32, Format.F8E4M3);
            case F8E5M2 -> new Precision(Format.F32, Format.F8E5M2);
            case F16 -> new Precision(Format.F32, Format.F16);
            case BF16 -> new Precision(Format.F32, Format.BF16);
            case F32 -> new Precision(Format.F32, Format.F32);
            case F64 -> new Precision(Format.F64, Format.F64);
            default -> throw new IllegalArgumentException(dtype + " is not a floating-point dtype");
        };
    }

    /** Returns the rounding error bound of one op. */
    double roundingError(double value, double ulps) {
        double error = ulps * computed.ulp(value);
        // Half of the smallest float64 is none.
        return error == 0 && ulps > 0 ? Double.MIN_VALUE : error;
    }

    /** Returns the additional error of storing. */
    double storingError(double value) {
        return stored == computed ? 0 : 0.5 * stored.ulp(value);
    }
}
