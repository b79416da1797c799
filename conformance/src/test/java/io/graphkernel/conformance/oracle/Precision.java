package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;

/**
 * How a target computes and stores numbers of a floating-point dtype.
 *
 * @param computed the format of intermediate results
 * @param stored the format of results in memory
 * @param roundsEachOp whether each op's result is rounded to the stored format, not only the last one's
 */
public record Precision(Format computed, Format stored, boolean roundsEachOp) {

    /** A fused kernel: f16 and bf16 compute in f32 and are rounded where they are stored. */
    public static Precision fused(DType dtype) {
        return of(dtype, false);
    }

    /** One op after the other, each of which stores its result. */
    public static Precision eager(DType dtype) {
        return of(dtype, true);
    }

    private static Precision of(DType dtype, boolean roundsEachOp) {
        return switch (dtype) {
            case F16 -> new Precision(Format.F32, Format.F16, roundsEachOp);
            case BF16 -> new Precision(Format.F32, Format.BF16, roundsEachOp);
            case F32 -> new Precision(Format.F32, Format.F32, roundsEachOp);
            case F64 -> new Precision(Format.F64, Format.F64, roundsEachOp);
            default -> throw new IllegalArgumentException(dtype + " is not a floating-point dtype");
        };
    }

    /** How far one op's result may be off, the units counting in the format that computes. */
    double roundingError(double value, double ulps) {
        double error = ulps * computed.ulp(value);
        return roundsEachOp && stored != computed ? error + 0.5 * stored.ulp(value) : error;
    }

    /** What storing adds to the error. */
    double storingError(double value) {
        return roundsEachOp || stored == computed ? 0 : 0.5 * stored.ulp(value);
    }
}
