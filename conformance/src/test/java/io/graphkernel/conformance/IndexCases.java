package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Conversion;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.Movement;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Reductions;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** Ops that make or take indices, running sums, and conversions. */
final class IndexCases {

    private static final Sampler TIES = Sampler.between(-3, 4);

    private IndexCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (DType dtype : Dtypes.STORED) {
            addGather(cases, dtype, DType.I32);
            if (Scope.isWide(dtype)) {
                addGather(cases, dtype, DType.I64);
            }
            for (DType to : Dtypes.STORED) {
                addCast(cases, dtype, to);
            }
        }
        for (DType dtype : Dtypes.NUMBERS) {
            addExtrema(cases, dtype);
            addRunning(cases, dtype, "CumSum", false);
            addRunning(cases, dtype, "CumProd", true);
        }
        for (DType dtype : Dtypes.ALL) {
            addOneHot(cases, dtype);
        }
        for (DType dtype : Dtypes.REALS) {
            addGatherGradient(cases, dtype, DType.I32);
        }
        addGatherGradient(cases, DType.F32, DType.I64);
        cases.add(Case.of(
                "Range",
                "",
                DType.I64,
                "$(a.dimension(0))",
                x -> List.of(NdArray.generate(DType.I64, x[0].dims(), p -> new IntegerScalar(DType.I64, p[0]))),
                new Operand(DType.F32, "n", TIES)));
        return cases.stream();
    }

    private static void addGather(List<Case> cases, DType dtype, DType indices) {
        Operand x = new Operand(dtype, "7, d", Sampler.anything());
        Operand index = new Operand(indices, "n", Sampler.between(-7, 6));
        Operand table = new Operand(indices, "n, m", Sampler.between(0, 6));
        cases.add(gather("rows_" + indices, dtype, 0, x, index));
        if (dtype == DType.F32) {
            Operand outside = new Operand(indices, "n", Sampler.between(-9, 9));
            cases.add(gather("outside_" + indices, dtype, 0, x, outside).compiledOnly());
        }
        cases.add(gather("columns_" + indices, dtype, 1, new Operand(dtype, "d, 7", Sampler.anything()), table));
    }

    private static Case gather(String form, DType dtype, int axis, Operand x, Operand indices) {
        return Case.of(
                        "Gather",
                        form,
                        dtype,
                        "$(a, b, " + axis + ")",
                        v -> List.of(Movement.gather(v[0], v[1], axis, Numbers.zero(dtype))),
                        x,
                        indices)
                .signedZero(true);
    }

    /** Few positions for many indices: they are named more than once. */
    private static void addGatherGradient(List<Case> cases, DType dtype, DType indices) {
        cases.add(Case.of(
                "GatherGrad",
                indices.toString(),
                dtype,
                "$(a, b, 5)",
                v -> List.of(Movement.gatherGradient(v[0], v[1], 5, Numbers.zero(dtype))),
                new Operand(dtype, "3, n, d", Sampler.between(-2, 3)),
                new Operand(indices, "n", Sampler.between(-5, 4))));
    }

    private static void addCast(List<Case> cases, DType from, DType to) {
        cases.add(Case.of(
                        "Cast",
                        "to_" + to,
                        from,
                        "$(a, DType." + to.name() + ")",
                        x -> List.of(Conversion.cast(x[0], to, Numbers.precision(to))),
                        new Operand(from, Operand.UNRANKED, Sampler.anything()))
                .signedZero(true));
    }

    private static void addExtrema(List<Case> cases, DType dtype) {
        for (int axis : Scope.isWide(dtype) ? new int[] {-1, 0} : new int[] {-1}) {
            String form = axis == 0 ? "columns" : "rows";
            addExtremum(cases, dtype, form, axis, "ArgMax", Reductions::firstLargest);
            addExtremum(cases, dtype, form, axis, "Argmin", Reductions::firstSmallest);
        }
    }

    private static void addExtremum(
            List<Case> cases, DType dtype, String form, int axis, String op, ToIntFunction<Scalar[]> position) {
        boolean largest = op.equals("ArgMax");
        Operand x = new Operand(dtype, "n, d", Numbers.isReal(dtype) ? Sampler.anything() : TIES);
        int[] axes = {axis};
        for (String name : dtype == DType.F32 && !largest ? List.of(op, "ArgMin") : List.of(op)) {
            cases.add(Case.of(
                            name,
                            form,
                            dtype,
                            "$(a, " + axis + ")",
                            v -> List.of(index(v[0], axes, false, position)),
                            x)
                    .withoutEmpty());
        }
        for (boolean keep : Scope.isWide(dtype) ? new boolean[] {false, true} : new boolean[] {largest}) {
            cases.add(Case.of(
                            largest ? "ArgMaxWithValue" : "ArgMinWithValue",
                            keep ? form + "Kept" : form,
                            dtype,
                            "$(a, " + axis + ", " + keep + ")",
                            v -> List.of(
                                    index(v[0], axes, keep, position),
                                    v[0].reduce(dtype, axes, keep, line -> line[position.applyAsInt(line)])),
                            x)
                    .results("index", "value")
                    .withoutEmpty());
        }
    }

    private static NdArray index(NdArray x, int[] axes, boolean keep, ToIntFunction<Scalar[]> position) {
        return x.reduce(DType.I64, axes, keep, line -> new IntegerScalar(DType.I64, position.applyAsInt(line)));
    }

    private static void addRunning(List<Case> cases, DType dtype, String op, boolean product) {
        Sampler sampler = !Numbers.isReal(dtype)
                ? Sampler.anything()
                : product ? Sampler.between(0.9, 1.1) : Sampler.between(-3, 5);
        for (int variant = Scope.isWide(dtype) ? 0 : 3; variant < 5; variant++) {
            boolean exclusive = (variant & 1) != 0;
            boolean reverse = (variant & 2) != 0;
            int axis = variant < 4 ? -1 : 0;
            cases.add(Case.of(
                    op,
                    (axis == 0 ? "columns" : "rows") + (exclusive ? "Exclusive" : "") + (reverse ? "Reverse" : ""),
                    dtype,
                    "$(a, " + axis + ", " + exclusive + ", " + reverse + ")",
                    x -> List.of(x[0].mapLines(
                            new int[] {axis},
                            line -> Reductions.cumulate(line, product, exclusive, reverse, Numbers.zero(dtype)))),
                    new Operand(dtype, "n, d", sampler)));
        }
    }

    private static void addOneHot(List<Case> cases, DType dtype) {
        for (int axis : Scope.isWide(dtype) ? new int[] {-1, 0} : new int[] {-1}) {
            String form = axis == 0 ? "front" : "back";
            cases.add(oneHot(dtype, form, axis, Sampler.between(0, 5)));
            if (dtype == DType.F32) {
                cases.add(oneHot(dtype, form + "Outside", axis, Sampler.between(-2, 8))
                        .compiledOnly());
                cases.add(Case.of(
                        "OneHot",
                        form + "Numbers",
                        dtype,
                        "$(a, 1f, 0f, 6, " + axis + ")",
                        x -> List.of(
                                Movement.oneHot(x[0], Numbers.number(dtype, 1), Numbers.zero(dtype), dtype, 6, axis)),
                        new Operand(DType.I64, "n, d", Sampler.between(0, 5))));
            }
        }
    }

    private static Case oneHot(DType dtype, String form, int axis, Sampler indices) {
        return Case.of(
                "OneHot",
                form,
                dtype,
                "$(a, b, c, 6, " + axis + ")",
                x -> List.of(Movement.oneHot(x[0], x[1].at(), x[2].at(), dtype, 6, axis)),
                new Operand(DType.I32, "n, d", indices),
                new Operand(dtype, "", TIES),
                new Operand(dtype, "", TIES));
    }
}
