package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Counter;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
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
                x -> List.of(normal(x[0].dims()[0], 5)),
                size));
        for (String op : List.of("RandomUniform", "UniformReal")) {
            cases.add(Case.of(
                            op,
                            "",
                            DType.F32,
                            "$(" + seeds + ", a.dimension(0), 5)",
                            x -> List.of(uniform(x[0].dims()[0], 5)),
                            size)
                    .basic());
        }
        for (DType dtype : Dtypes.REALS) {
            cases.add(Case.of(
                    "Bernoulli",
                    "",
                    dtype,
                    "$(a, " + seeds + ")",
                    x -> List.of(drawn(x[0])),
                    new Operand(dtype, "n, d", Sampler.between(0, 1))));
            cases.add(Case.of(
                            "Categorical",
                            "",
                            dtype,
                            "$(a, " + seeds + ")",
                            x -> List.of(categorical(x[0])),
                            new Operand(dtype, "n, d", Sampler.between(-3, 3)))
                    .withoutEmpty());
            cases.add(Case.of(
                            "Categorical",
                            "inverse",
                            dtype,
                            "$(a, " + seeds + ", -1, CategoricalMethod.INVERSE)",
                            x -> List.of(inverse(x[0])),
                            new Operand(dtype, "n, d", Sampler.between(-3, 3)))
                    .withoutEmpty());
            Operand weights = new Operand(dtype, "n, 6", Sampler.between(0.1, 3));
            cases.add(Case.of(
                    "Multinomial", "", dtype, "$(a, " + seeds + ", 4)", x -> List.of(multinomial(x[0], 4)), weights));
            cases.add(Case.of(
                    "Multinomial",
                    "replacement",
                    dtype,
                    "$(a, " + seeds + ", 9, true)",
                    x -> List.of(repeatedly(x[0], 9)),
                    weights));
        }
        Operand positions = new Operand(DType.I64, "n, d", Sampler.between(0, 1e15));
        cases.add(Case.of(
                        "PhiloxUniform",
                        "",
                        DType.F32,
                        "$(a, " + seeds + ")",
                        x -> List.of(counted(
                                x[0], index -> Numbers.number(DType.F32, Counter.uniform(index, SEED, SEED_2)))),
                        positions)
                .basic());
        cases.add(Case.of(
                "PhiloxNormal",
                "",
                DType.F32,
                "$(a, " + seeds + ")",
                x -> List.of(counted(x[0], RandomCases::normal)),
                positions));
        cases.add(Case.of(
                "Eye",
                "",
                DType.F32,
                "$(a.dimension(0), 5)",
                x -> List.of(NdArray.generate(
                        DType.F32,
                        new int[] {x[0].dims()[0], 5},
                        p -> Numbers.number(DType.F32, p[0] == p[1] ? 1 : 0))),
                size));
        for (int axis : new int[] {0, -1}) {
            cases.add(Case.of(
                    "Index",
                    axis == 0 ? "rows" : "columns",
                    DType.I64,
                    "$(" + axis + ", a.dimension(0), 5)",
                    x -> List.of(NdArray.generate(
                            DType.I64,
                            new int[] {x[0].dims()[0], 5},
                            p -> new IntegerScalar(DType.I64, p[axis == 0 ? 0 : 1]))),
                    size));
        }
        cases.add(Case.of(
                "RowMajorIndex",
                "",
                DType.I64,
                "$(a.dimension(0), 5)",
                x -> List.of(NdArray.generate(
                        DType.I64, new int[] {x[0].dims()[0], 5}, p -> new IntegerScalar(DType.I64, 5L * p[0] + p[1]))),
                size));
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
        for (DType dtype : Dtypes.ALL) {
            cases.add(Case.of(
                    "FillV2",
                    "",
                    dtype,
                    "$(a, 3, b.dimension(0))",
                    x -> List.of(NdArray.generate(dtype, new int[] {3, x[1].dims()[0]}, p -> x[0].at())),
                    new Operand(dtype, "", Sampler.between(-9, 9)),
                    size));
        }
        return cases.stream();
    }

    private static NdArray drawn(NdArray probabilities) {
        int columns = probabilities.dims()[1];
        return NdArray.generate(probabilities.dtype(), probabilities.dims(), p -> {
            double uniform = Counter.uniform((long) p[0] * columns + p[1], SEED, SEED_2);
            return Numbers.number(
                    probabilities.dtype(), uniform < (float) probabilities.at(p).asDouble() ? 1 : 0);
        });
    }

    /** Returns the position of the largest logit with Gumbel noise in each row. */
    private static NdArray categorical(NdArray logits) {
        int columns = logits.dims()[1];
        return NdArray.generate(DType.I64, new int[] {logits.dims()[0]}, p -> {
            int best = 0;
            double largest = Double.NEGATIVE_INFINITY;
            for (int column = 0; column < columns; column++) {
                double uniform = Counter.uniform((long) p[0] * columns + column, SEED, SEED_2);
                double score = logits.at(p[0], column).asDouble() - Math.log(-Math.log(uniform));
                if (score > largest) {
                    best = column;
                    largest = score;
                }
            }
            return new IntegerScalar(DType.I64, best);
        });
    }

    /** Returns the first position in each row whose cumulative weight is greater than u times the total. */
    private static NdArray inverse(NdArray logits) {
        int columns = logits.dims()[1];
        return NdArray.generate(DType.I64, new int[] {logits.dims()[0]}, p -> {
            double[] weights = IntStream.range(0, columns)
                    .mapToDouble(column -> Math.exp(logits.at(p[0], column).asDouble()))
                    .toArray();
            double rest = Counter.uniform(p[0], SEED, SEED_2)
                    * DoubleStream.of(weights).sum();
            int position = 0;
            while (rest >= weights[position]) {
                rest -= weights[position++];
            }
            return new IntegerScalar(DType.I64, position);
        });
    }

    private static NdArray multinomial(NdArray weights, int size) {
        int columns = weights.dims()[1];
        return NdArray.generate(DType.I64, new int[] {weights.dims()[0], size}, p -> {
            List<Integer> order = IntStream.range(0, columns)
                    .boxed()
                    .sorted(Comparator.comparingDouble(
                            column -> -score(weights.at(p[0], column), (long) p[0] * columns + column)))
                    .toList();
            return new IntegerScalar(DType.I64, order.get(p[1]));
        });
    }

    private static NdArray repeatedly(NdArray weights, int size) {
        int columns = weights.dims()[1];
        return NdArray.generate(DType.I64, new int[] {weights.dims()[0], size}, p -> {
            long first = ((long) p[0] * size + p[1]) * columns;
            int best = IntStream.range(0, columns)
                    .boxed()
                    .max(Comparator.comparingDouble(column -> score(weights.at(p[0], column), first + column)))
                    .orElseThrow();
            return new IntegerScalar(DType.I64, best);
        });
    }

    private static double score(Scalar weight, long index) {
        return Math.log(weight.asDouble()) - Math.log(-Math.log(Counter.uniform(index, SEED, SEED_2)));
    }

    private static Scalar normal(long index) {
        Real zero = (Real) Numbers.zero(DType.F32);
        return zero.result(Counter.normal(index, SEED, SEED_2), 0, Counter.NORMAL_ULPS);
    }

    private static NdArray normal(int... dims) {
        return numbered(dims, RandomCases::normal);
    }

    private static NdArray counted(NdArray indices, LongFunction<Scalar> element) {
        return NdArray.generate(DType.F32, indices.dims(), p -> element.apply(((IntegerScalar) indices.at(p)).value()));
    }

    private static NdArray uniform(int... dims) {
        return numbered(dims, index -> Numbers.number(DType.F32, Counter.uniform(index, SEED, SEED_2)));
    }

    private static List<NdArray> dropout(NdArray... x) {
        DType dtype = x[0].dtype();
        NdArray mask = new NdArray(
                dtype,
                x[0].dims(),
                numbered(
                                x[0].dims(),
                                index -> Numbers.number(dtype, Counter.uniform(index, SEED, SEED_2) < KEEP ? 1 : 0))
                        .elements());
        Scalar keep = Numbers.number(dtype, KEEP);
        return List.of(x[0].zip(mask, (element, m) -> element.over(keep).times(m)), mask);
    }

    private static NdArray numbered(int[] dims, LongFunction<Scalar> element) {
        long[] next = {0};
        return NdArray.generate(DType.F32, dims, p -> element.apply(next[0]++));
    }
}
