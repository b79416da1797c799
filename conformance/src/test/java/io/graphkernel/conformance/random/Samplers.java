package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.Format;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.Precision;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Elements of parameters. */
final class Samplers {

    private Samplers() {}

    /** Returns the worst precision of targets: they may store the result of each op, fused or not. */
    static Precision precision(DType dtype) {
        Format stored = Precision.of(dtype).stored();
        return new Precision(stored, stored);
    }

    /** A number of the dtype. */
    static Scalar number(DType dtype, double value) {
        if (dtype.isFloat()) {
            Precision precision = precision(dtype);
            return Real.exact(precision.stored().round(value), precision);
        }
        return IntegerScalar.saturate(dtype, (long) value);
    }

    static Scalar zero(DType dtype) {
        return number(dtype, 0);
    }

    /** The number as a tensor stores it, without error. */
    static Scalar stored(DType dtype, Scalar x) {
        return x instanceof Real real ? number(dtype, real.value()) : x;
    }

    /** Common numbers; a kind from 0 to 7 chooses among all of them, few with ties, and positive ones. */
    static Function<SplittableRandom, Scalar> common(DType dtype, int kind) {
        if (dtype == DType.BOOL) {
            return random -> Scalar.bool(random.nextInt(3) != 0);
        }
        if (dtype.isFloat()) {
            return switch (kind) {
                case 0 -> random -> number(dtype, random.nextInt(-4, 5) / 2.0);
                case 1, 2 -> random -> number(dtype, random.nextDouble(0.25, 2));
                default -> random -> number(dtype, random.nextDouble(-2, 2));
            };
        }
        return kind == 0
                ? random -> IntegerScalar.wrap(dtype, random.nextLong() >> random.nextInt(64))
                : random -> number(dtype, random.nextLong(-9, 10));
    }
}
