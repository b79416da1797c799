package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Counter;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** Ops that make tensors: constants and random numbers. */
final class RandomCases {

    private static final long SEED = 0x123456789L;
    private static final long SEED_2 = 77;
    private static final double KEEP = 0.75;

    private RandomCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        Operand size = new Operand(DType.F32, "n", Sampler.between(0, 1));
        String seeds = SEED + "L, " + SEED_2 + "L";
        cases.add(Case.of(
                "StandardNormal",
                "",
                DType.F32,
                "$(" + seeds + ", a.dimension(0), 5)",
                (numbers, x) -> List.of(normal(numbers, x[0].dims()[0], 5)),
                size));
        cases.add(Case.of(
                        "RandomUniform",
                        "",
                        DType.F32,
                        "$(" + seeds + ", a.dimension(0), 5)",
                        (numbers, x) -> List.of(uniform(numbers, x[0].dims()[0], 5)),
                        size)
                .basic());
        for (DType dtype : Dtypes.REALS) {
            cases.add(Case.of(
                            "Dropout",
                            "",
                            dtype,
                            "$(a, " + KEEP + ", " + seeds + ")",
                            RandomCases::dropout,
                            new Operand(dtype, "n, d", Sampler.between(-4, 4)))
                    .results("y", "mask"));
        }
        for (DType dtype : DType.values()) {
            cases.add(Case.of(
                    "FillV2",
                    "",
                    dtype,
                    "$(a, 3, b.dimension(0))",
                    (numbers, x) -> List.of(NdArray.generate(dtype, new int[] {3, x[1].dims()[0]}, p -> x[0].at())),
                    new Operand(dtype, "", Sampler.between(-9, 9)),
                    size));
        }
        return cases.stream();
    }

    private static NdArray normal(Numbers numbers, int... dims) {
        Real zero = (Real) numbers.zero(DType.F32);
        return numbered(dims, index -> zero.result(Counter.normal(index, SEED, SEED_2), 0, Counter.NORMAL_ULPS));
    }

    private static NdArray uniform(Numbers numbers, int... dims) {
        return numbered(dims, index -> numbers.number(DType.F32, Counter.uniform(index, SEED, SEED_2)));
    }

    private static List<NdArray> dropout(Numbers numbers, NdArray... x) {
        DType dtype = x[0].dtype();
        NdArray mask = new NdArray(
                dtype,
                x[0].dims(),
                numbered(
                                x[0].dims(),
                                index -> numbers.number(dtype, Counter.uniform(index, SEED, SEED_2) <= KEEP ? 1 : 0))
                        .elements());
        Scalar scale = numbers.number(dtype, 1).over(numbers.number(dtype, KEEP));
        return List.of(x[0].zip(mask, (element, m) -> element.times(scale).times(m)), mask);
    }

    private static NdArray numbered(int[] dims, LongFunction<Scalar> element) {
        long[] next = {0};
        return NdArray.generate(DType.F32, dims, p -> element.apply(next[0]++));
    }
}
