package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.List;

/** Numbers brought into a range. */
final class Clamps {

    /** Bounds are multiples of its inverse, which every floating-point dtype holds. */
    private static final double STEPS = 16;

    private Clamps() {}

    static Value between(Draft draft, Value value, double low, double high) {
        DType dtype = value.dtype();
        double least = dtype.isFloat() ? Math.ceil(low * STEPS) / STEPS : low;
        double most = dtype.isFloat() ? Math.floor(high * STEPS) / STEPS : high;
        if (least > most || Math.abs(least) > 100 || Math.abs(most) > 100) {
            throw new Unfit("no such bounds");
        }
        Scalar floor = Samplers.number(dtype, least);
        Scalar ceiling = Samplers.number(dtype, most);
        return draft.append(
                dtype,
                value.dims(),
                "minimum(maximum($0, " + text(dtype, least) + "), " + text(dtype, most) + ")",
                List.of(value),
                (binding, x) -> List.of(x[0].map(element -> element.max(floor).min(ceiling))));
    }

    private static String text(DType dtype, double value) {
        return dtype.isFloat() ? String.valueOf(value) : String.valueOf((long) value);
    }
}
