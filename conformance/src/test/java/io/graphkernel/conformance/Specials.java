package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Format;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Numbers at which functions go wrong. */
final class Specials {

    private static final double[] REALS = {
        0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 7, 10, 14, 20, 88.5, 104, 750, 1e4, 8388607.5, 16777216, 16777217, 1e13,
        1e15, 1e20, 2e38, 1e-5, 1e-9, 1e-20, 1e-30, 1e-40
    };
    private static final long[] WHOLES = {0, 1, 2, 3, 5, 7, 8, 10, 31, 63, 100, 127, 128, 255, 46341, 65536, 3037000500L
    };

    private Specials() {}

    static Scalar any(DType dtype, SplittableRandom random) {
        List<Scalar> scalars = all(dtype);
        return scalars.get(random.nextInt(scalars.size()));
    }

    /** All that the dtype has, both signs. */
    static List<Scalar> all(DType dtype) {
        List<Scalar> scalars = new ArrayList<>();
        if (Numbers.isReal(dtype)) {
            Format format = Numbers.precision(dtype).stored();
            for (double value : REALS) {
                addBoth(scalars, dtype, value);
            }
            double step = format.ulp(0.5);
            for (double value : new double[] {
                0,
                format.smallest(),
                format.smallestNormal(),
                1 - step,
                1 + 2 * step,
                format.largest(),
                Double.POSITIVE_INFINITY
            }) {
                addBoth(scalars, dtype, value);
            }
            scalars.add(Real.exact(Double.NaN, Numbers.precision(dtype)));
        } else {
            for (long value : WHOLES) {
                scalars.add(IntegerScalar.saturate(dtype, value));
                scalars.add(IntegerScalar.saturate(dtype, -value));
            }
            scalars.add(new IntegerScalar(dtype, IntegerScalar.smallest(dtype)));
            scalars.add(new IntegerScalar(dtype, IntegerScalar.largest(dtype)));
            scalars.add(IntegerScalar.highest(dtype));
            scalars.add(IntegerScalar.wrap(dtype, IntegerScalar.smallest(dtype) + 1));
        }
        return scalars;
    }

    private static void addBoth(List<Scalar> scalars, DType dtype, double value) {
        double held = Numbers.precision(dtype).stored().round(value);
        scalars.add(Real.exact(held, Numbers.precision(dtype)));
        scalars.add(Real.exact(-held, Numbers.precision(dtype)));
    }
}
