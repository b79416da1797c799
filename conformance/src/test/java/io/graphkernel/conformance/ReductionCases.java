package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Conversion;
import io.graphkernel.conformance.oracle.Elementwise;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.Losses;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Reductions;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reductions over every kind of axes, and what replaces whole lines. */
final class ReductionCases {

    /** A reduction of one line. */
    @FunctionalInterface
    private interface Line {
        Scalar apply(Scalar[] line, Scalar zero);
    }

    private static final Sampler FINITE = Sampler.between(-3, 5);

    private static final Sampler WITH_NAN =
            (dtype, random) -> (random.nextInt(4) == 0 ? Sampler.oneOf(Double.NaN) : FINITE).sample(dtype, random);

    private ReductionCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        addReduction(cases, "ReduceSum", Dtypes.NUMBERS, FINITE, Reductions::sum);
        addReduction(cases, "ReduceProd", Dtypes.NUMBERS, Sampler.between(0.98, 1.02), Reductions::product);
        addReduction(cases, "ReduceMax", Dtypes.NUMBERS, Sampler.anything(), Reductions::max);
        addReduction(cases, "ReduceMin", Dtypes.NUMBERS, Sampler.anything(), Reductions::min);
        addReduction(cases, "ReduceMean", Dtypes.REALS, FINITE, Reductions::mean);
        addReduction(cases, "ReduceVariance", Dtypes.REALS, FINITE, (line, zero) -> Reductions.variance(line, 0, zero));
        addReduction(
                cases,
                "ReduceStd",
                Dtypes.REALS,
                FINITE,
                (line, zero) -> Elementwise.sqrt(Reductions.variance(line, 0, zero)));
        addReduction(cases, "ReduceL2", Dtypes.REALS, FINITE, Reductions::norm);
        addReduction(cases, "ReduceL1", Dtypes.REALS, FINITE, Reductions::magnitudes);
        addReduction(cases, "ReduceLInf", Dtypes.REALS, Sampler.anything(), Reductions::largestMagnitude);
        addReduction(cases, "ReduceSumSquare", Dtypes.REALS, FINITE, Reductions::squares);
        addReduction(
                cases,
                "NanSum",
                Dtypes.REALS,
                WITH_NAN,
                (line, zero) -> Reductions.sum(Reductions.numbers(line), zero));
        addReduction(
                cases,
                "NanMean",
                Dtypes.REALS,
                WITH_NAN,
                (line, zero) -> Reductions.mean(Reductions.numbers(line), zero));
        addReduction(cases, "LogSumExp", Dtypes.REALS, Sampler.between(-9, 9), Losses::logSumExp);
        addReduction(cases, "ReduceAll", Dtypes.BOOLS, FINITE, (line, zero) -> Reductions.all(line));
        addReduction(cases, "ReduceAny", Dtypes.BOOLS, FINITE, (line, zero) -> Reductions.any(line));
        addMeans(cases);
        addSpecials(cases);
        addLines(cases);
        addCounts(cases);
        return cases.stream();
    }

    private static void addReduction(List<Case> cases, String op, List<DType> dtypes, Sampler sampler, Line line) {
        for (DType dtype : dtypes) {
            Sampler own = Numbers.isReal(dtype) ? sampler : Sampler.anything();
            reduction(cases, op, "rows", dtype, "n, d", own, line, -1);
            reduction(cases, op, "columns", dtype, "n, d", own, line, 0);
            reduction(cases, op, "all", dtype, "n, d", own, line);
            if (Scope.isWide(dtype)) {
                reduction(cases, op, "both", dtype, "n, d", own, line, 0, 1);
                reduction(cases, op, "middle", dtype, "n, d, m", own, line, 1);
                reduction(cases, op, "outer", dtype, "n, d, m", own, line, 0, 2);
                reduction(cases, op, "alternating", dtype, "n, d, m, k, l", own, line, -2, 1);
                reduction(cases, op, "eight", dtype, "n, 2, d, 1, 2, 1, 3, 2", own, line, 1, 2, 5, 7);
                reduction(cases, op, "vector", dtype, "n", own, line, 0);
            }
        }
    }

    private static void reduction(
            List<Case> cases,
            String op,
            String form,
            DType dtype,
            String dims,
            Sampler sampler,
            Line line,
            int... axes) {
        boolean both = TestTier.isExhaustive() || op.equals("ReduceSum") && dtype == DType.F32;
        for (boolean keep : both ? new boolean[] {false, true} : new boolean[] {(axes.length & 1) == 0}) {
            String call = axes.length == 0 && !keep
                    ? "$(a)"
                    : "$(a, Ops.axes(" + join(axes) + ")" + ", " + (keep ? "Ops.KEEP_DIMS)" : "false)");
            Oracle oracle =
                    x -> List.of(x[0].reduce(dtype, axes, keep, elements -> line.apply(elements, Numbers.zero(dtype))));
            Case built =
                    Case.of(op, keep ? form + "Kept" : form, dtype, call, oracle, new Operand(dtype, dims, sampler));
            cases.add(dims.equals("n, d") && dtype == DType.F32 ? built.large() : built);
        }
    }

    /** Means of another dtype, and variances divided by one less. */
    private static void addMeans(List<Case> cases) {
        for (DType dtype : Dtypes.NUMBERS) {
            DType to = dtype == DType.F32 ? DType.F16 : DType.F32;
            cases.add(Case.of(
                    "MeanExt",
                    "",
                    dtype,
                    "$(a, -1, DType." + to.name() + ")",
                    x -> {
                        DType computed = Numbers.isReal(dtype) ? dtype : DType.F32;
                        NdArray real = Conversion.cast(x[0], computed, Numbers.precision(computed));
                        NdArray mean = real.reduce(
                                computed, new int[] {-1}, false, line -> Reductions.mean(line, Numbers.zero(computed)));
                        return List.of(Conversion.convert(mean, to, Numbers.precision(to)));
                    },
                    new Operand(dtype, "n, d", Sampler.between(-3, 5))));
        }
        for (DType dtype : Dtypes.REALS) {
            for (String op : List.of("ReduceVariance", "ReduceStd")) {
                cases.add(Case.of(
                        op,
                        "corrected",
                        dtype,
                        "$(a, 1, false, 1)",
                        x -> List.of(x[0].reduce(dtype, new int[] {1}, false, line -> {
                            Scalar variance = Reductions.variance(line, 1, Numbers.zero(dtype));
                            return op.equals("ReduceStd") ? Elementwise.sqrt(variance) : variance;
                        })),
                        new Operand(dtype, "n, 7", FINITE)));
            }
        }
    }

    /** NaN and infinities spread through sums as they do in a chain of additions. */
    private static void addSpecials(List<Case> cases) {
        Sampler special = Sampler.oneOf(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0);
        Sampler sprinkled = (dtype, random) ->
                (random.nextInt(40) == 0 ? special : Sampler.between(0.5, 1.5)).sample(dtype, random);
        for (DType dtype : Dtypes.REALS) {
            for (String op : List.of("ReduceSum", "ReduceMean", "ReduceProd")) {
                Line line = op.equals("ReduceSum")
                        ? Reductions::sum
                        : op.equals("ReduceMean") ? Reductions::mean : Reductions::product;
                cases.add(Case.of(
                        op,
                        "specials",
                        dtype,
                        "$(a, -1)",
                        x -> List.of(x[0].reduce(
                                dtype, new int[] {-1}, false, elements -> line.apply(elements, Numbers.zero(dtype)))),
                        new Operand(dtype, "n, d", sprinkled)));
            }
        }
    }

    private static void addLines(List<Case> cases) {
        for (DType dtype : Dtypes.REALS) {
            for (int axis : Scope.isWide(dtype) ? new int[] {-1, 0} : new int[] {-1}) {
                String form = axis == 0 ? "columns" : "rows";
                String call = "$(a, " + axis + ")";
                Operand common = new Operand(dtype, "n, d", FINITE);
                Operand wide = new Operand(dtype, "n, d", Sampler.between(-60, 60));
                Oracle softmax = x -> List.of(Losses.softmax(x[0], axis, Numbers.zero(dtype)));
                Oracle logSoftmax = x -> List.of(Losses.logSoftmax(x[0], axis, Numbers.zero(dtype)));
                cases.add(Case.of("Softmax", form, dtype, call, softmax, common).large());
                cases.add(Case.of("Softmax", form + "Wide", dtype, call, softmax, wide));
                cases.add(Case.of("LogSoftmax", form, dtype, call, logSoftmax, common)
                        .large());
                cases.add(Case.of("LogSoftmax", form + "Wide", dtype, call, logSoftmax, wide));
                cases.add(Case.of(
                        "LogSoftmaxGrad",
                        form,
                        dtype,
                        "$(a, b, " + axis + ")",
                        x -> List.of(Losses.logSoftmaxGrad(x[0], x[1], axis, Numbers.zero(dtype))),
                        new Operand(dtype, "n, d", Sampler.between(-6, 0)),
                        common));
                for (String op : List.of("SoftmaxGrad", "SoftmaxBackward")) {
                    cases.add(Case.of(
                            op,
                            form,
                            dtype,
                            "$(a, b, " + axis + ")",
                            x -> List.of(Losses.softmaxGrad(x[0], x[1], axis, Numbers.zero(dtype))),
                            common,
                            new Operand(dtype, "n, d", Sampler.between(0, 1))));
                }
                cases.add(Case.of(
                        "L2Normalize",
                        form,
                        dtype,
                        "$(a, " + axis + ", 0.5)",
                        x -> List.of(Losses.l2Normalize(x[0], axis, 0.5, Numbers.zero(dtype))),
                        common));
                cases.add(Case.of(
                        "CosineSimilarity",
                        form,
                        dtype,
                        "$(a, b, " + axis + ", 0.5)",
                        x -> List.of(Losses.cosineSimilarity(x[0], x[1], axis, 0.5, Numbers.zero(dtype))),
                        common,
                        common));
                cases.add(Case.of(
                        "SoftmaxGradExt",
                        form,
                        dtype,
                        "$(a, b, c, " + axis + ")",
                        x -> List.of(Losses.softmaxGradExt(x[0], x[1], x[2], axis, Numbers.zero(dtype))),
                        common,
                        new Operand(dtype, "n, d", Sampler.between(0, 1)),
                        new Operand(dtype, "n, d", FINITE)));
            }
            if (Scope.isWide(dtype)) {
                Operand middle = new Operand(dtype, "n, d, m", FINITE);
                cases.add(Case.of(
                        "Softmax",
                        "middle",
                        dtype,
                        "$(a, 1)",
                        x -> List.of(Losses.softmax(x[0], 1, Numbers.zero(dtype))),
                        middle));
            }
        }
    }

    private static void addCounts(List<Case> cases) {
        for (DType dtype : Dtypes.NUMBERS) {
            Operand operand = new Operand(dtype, "n, d", Sampler.between(-9, 9));
            cases.add(Case.of(
                    "AddN",
                    "three",
                    dtype,
                    "$(a, b, c)",
                    x -> List.of(x[0].zip(x[1], Scalar::plus).zip(x[2], Scalar::plus)),
                    operand,
                    operand,
                    operand));
        }
        for (DType dtype : Dtypes.NUMBERS) {
            Operand digits = new Operand(dtype, "n, d", Sampler.oneOf(0, 1, 2));
            cases.add(Case.of(
                    "EqualCount",
                    "",
                    dtype,
                    "$(a, b)",
                    x -> List.of(NdArray.vector(dtype, Reductions.equalCount(x[0], x[1], Numbers.zero(dtype)))),
                    digits,
                    digits));
        }
        for (DType dtype : Dtypes.ALL) {
            Operand digits = new Operand(dtype, "n, d", Sampler.oneOf(0, 1));
            cases.add(Case.of("CountNonzero", "rows", dtype, "$(a, -1)", x -> nonzero(x[0], 1), digits));
            cases.add(Case.of("CountNonzero", "all", dtype, "$(a)", x -> nonzero(x[0], 0, 1), digits));
        }
        for (DType dtype : Dtypes.REALS) {
            Oracle sums = x -> Arrays.stream(x)
                    .map(operand -> operand.map(Scalar::squared)
                            .reduce(dtype, new int[0], false, line -> Reductions.sum(line, Numbers.zero(dtype))))
                    .toList();
            Operand operand = new Operand(dtype, "n, d", FINITE);
            cases.add(Case.of("SquareSumAll", "", dtype, "$(a, b)", sums, operand, operand)
                    .results("squareSumX", "squareSumY"));
        }
    }

    private static List<NdArray> nonzero(NdArray x, int... axes) {
        return List.of(x.reduce(
                DType.I64,
                axes,
                false,
                line -> new IntegerScalar(
                        DType.I64,
                        Stream.of(line)
                                .filter(element -> element.asDouble() != 0)
                                .count())));
    }

    static String join(int... values) {
        return Arrays.stream(values).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    }
}
