package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Pooling;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Pooling. */
final class PoolingCases {

    private static final Sampler VALUES = Sampler.between(-2, 3);

    private PoolingCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (DType dtype : Dtypes.REALS) {
            add(cases, dtype, "plain", "n, c, 9, 11", new int[] {3, 2}, new int[] {2, 3}, new int[4]);
            if (Scope.isWide(dtype)) {
                add(cases, dtype, "whole", "n, c, 5, 4", new int[] {5, 4}, new int[] {1, 1}, new int[4]);
                add(cases, dtype, "single", "n, c, 5, 4", new int[] {1, 1}, new int[] {2, 2}, new int[4]);
                add(cases, dtype, "padded", "n, 2, 8, 9", new int[] {3, 3}, new int[] {2, 2}, new int[] {1, 0, 1, 2});
                add(cases, dtype, "anySize", "n, c, h, w", new int[] {3, 3}, new int[] {2, 2}, new int[] {1, 1, 1, 1});
            }
        }
        return cases.stream();
    }

    private static void add(
            List<Case> cases, DType dtype, String form, String x, int[] size, int[] strides, int[] pads) {
        Scalar zero = Numbers.zero(dtype);
        String call = "$(a, new long[] {" + ReductionCases.join(size) + "}, new long[] {" + ReductionCases.join(strides)
                + "}, new long[] {" + ReductionCases.join(pads) + "}";
        add(cases, "MaxPool", form, dtype, call + ")", x, v -> Pooling.maximum(v, size, strides, pads, zero));
        add(cases, "AvgPool", form, dtype, call + ")", x, v -> Pooling.average(v, size, strides, pads, true, zero));
        add(
                cases,
                "AvgPool",
                form + "Inside",
                dtype,
                call + ", false)",
                x,
                v -> Pooling.average(v, size, strides, pads, false, zero));
    }

    private static void add(
            List<Case> cases,
            String op,
            String form,
            DType dtype,
            String call,
            String x,
            Function<NdArray, NdArray> oracle) {
        cases.add(Case.of(op, form, dtype, call, v -> List.of(oracle.apply(v[0])), new Operand(dtype, x, VALUES))
                .withoutEmpty());
    }
}
