package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Counter;
import io.graphkernel.conformance.oracle.Elementwise;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.conformance.oracle.SpecialFunctions;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Distributions with parameters. */
final class DistributionCases {

    private static final long SEED = 0x987654321L;
    private static final long SEED_2 = 5;
    private static final String SEEDS = SEED + "L, " + SEED_2 + "L";
    private static final double KEEP = 0.625;

    private DistributionCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        cases.add(distribution(
                "UniformRange",
                "-2.0, 3.0",
                index -> uniform(index).times(number(3).minus(number(-2))).plus(number(-2))));
        cases.add(distribution(
                "Normal",
                "0.5, 2.0",
                index -> ((Real) number(0))
                        .result(Counter.normal(index, SEED, SEED_2), 0, Counter.NORMAL_ULPS)
                        .times(number(2))
                        .plus(number(0.5))));
        cases.add(distribution("TruncatedNormal", "-1.5, 2.0", DistributionCases::truncated));
        cases.add(distribution(
                "Exponential",
                "0.5",
                index -> Elementwise.log1p(uniform(index).negated()).negated().over(number(0.5))));
        cases.add(distribution("RandomGamma", "2.5, 0.5", "large", index -> gamma(index, 2.5, 0.5)));
        cases.add(distribution("RandomGamma", "0.5, 2.0", "small", index -> gamma(index, 0.5, 2)));
        Operand size = new Operand(DType.F32, "n", Sampler.between(0, 1));
        cases.add(Case.of(
                "RandomInteger",
                "",
                DType.I64,
                "$(-3L, 1000L, " + SEEDS + ", a.dimension(0), 5)",
                x -> List.of(NdArray.generate(DType.I64, new int[] {x[0].dims()[0], 5}, p -> {
                    long word = (long) (Counter.uniform(5L * p[0] + p[1], SEED, SEED_2) * 0x1p24);
                    return new IntegerScalar(DType.I64, -3 + (word * 1003 >> 24));
                })),
                size));
        cases.add(Case.of(
                "RandomPermutation",
                "",
                DType.I64,
                "$(" + SEEDS + ", a.dimension(0))",
                x -> List.of(permutation(x[0].dims()[0])),
                size));
        for (DType dtype : Dtypes.REALS) {
            cases.add(Case.of(
                    "ChannelDropout",
                    "",
                    dtype,
                    "$(a, " + KEEP + ", " + SEEDS + ")",
                    x -> List.of(channels(x[0])),
                    new Operand(dtype, "n, c, d", Sampler.between(-4, 4))));
        }
        return cases.stream();
    }

    private static Case distribution(String op, String parameters, LongFunction<Scalar> element) {
        return distribution(op, parameters, "", element);
    }

    private static Case distribution(String op, String parameters, String form, LongFunction<Scalar> element) {
        return Case.of(
                op,
                form,
                DType.F32,
                "$(" + parameters + ", " + SEEDS + ", a.dimension(0), 5)",
                x -> List.of(NdArray.generate(
                        DType.F32, new int[] {x[0].dims()[0], 5}, p -> element.apply(5L * p[0] + p[1]))),
                new Operand(DType.F32, "n", Sampler.between(0, 1)));
    }

    private static Scalar truncated(long index) {
        Scalar below = SpecialFunctions.normalCdf(number(-1.5));
        Scalar share = SpecialFunctions.normalCdf(number(2)).minus(below);
        return SpecialFunctions.normalQuantile(uniform(index).times(share).plus(below))
                .max(number(-1.5))
                .min(number(2));
    }

    /** The first number that the logarithm of the density accepts. */
    private static Scalar gamma(long index, double concentration, double rate) {
        Real size = (Real) number((concentration < 1 ? concentration + 1 : concentration) - 1.0 / 3);
        Real step = size.apply(value -> 1 / Math.sqrt(9 * value), 2);
        for (long i = 15 * index; i < 15 * index + 14; i += 2) {
            Scalar normal = size.result(Counter.normal(i, SEED, SEED_2), 0, Counter.NORMAL_ULPS);
            Scalar root = normal.times(step).plus(number(1));
            Scalar cube = root.times(root).times(root);
            double x = normal.asDouble();
            double v = cube.asDouble();
            double bound = x * x / 2 + size.value() * (1 - v + Math.log(v));
            if (v > 0 && Math.log(Counter.uniform(i + 1, SEED, SEED_2)) < bound) {
                Scalar uniform = number(1).minus(uniform(15 * index + 14));
                Scalar factor = concentration < 1 ? uniform.power(number(1 / concentration)) : number(1);
                return cube.times(size).times(factor).over(number(rate));
            }
        }
        throw new AssertionError("no try of " + index + " is accepted");
    }

    private static NdArray permutation(int size) {
        List<Integer> order = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparing(index -> Counter.uniform(index, SEED, SEED_2)))
                .toList();
        return NdArray.generate(DType.I64, new int[] {size}, p -> new IntegerScalar(DType.I64, order.get(p[0])));
    }

    private static NdArray channels(NdArray x) {
        Scalar keep = Numbers.number(x.dtype(), KEEP);
        return NdArray.generate(x.dtype(), x.dims(), p -> {
            double uniform = Counter.uniform((long) p[0] * x.dims()[1] + p[1], SEED, SEED_2);
            return uniform < KEEP ? x.at(p).over(keep) : Numbers.zero(x.dtype());
        });
    }

    private static Scalar uniform(long index) {
        return number(Counter.uniform(index, SEED, SEED_2));
    }

    private static Scalar number(double value) {
        return Numbers.number(DType.F32, value);
    }
}
