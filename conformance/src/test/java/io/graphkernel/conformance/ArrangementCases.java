package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Arrangement;
import io.graphkernel.conformance.oracle.Conversion;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Diagonals, grids, sequences and products of vectors. */
final class ArrangementCases {

    private static final Sampler FINITE = Sampler.between(-3, 5);

    private final List<Case> cases = new ArrayList<>();
    private final DType dtype;

    private ArrangementCases(DType dtype) {
        this.dtype = dtype;
    }

    static Stream<Case> all() {
        Stream<Case> ofDtypes = Stream.of(DType.values()).flatMap(dtype -> {
            ArrangementCases arrangements = new ArrangementCases(dtype);
            arrangements.addMovements();
            if (Dtypes.NUMBERS.contains(dtype)) {
                arrangements.addProducts();
            }
            if (Dtypes.REALS.contains(dtype)) {
                arrangements.addLines();
            }
            return arrangements.cases.stream();
        });
        return Stream.concat(ofDtypes, sequences());
    }

    private void addMovements() {
        Sampler unrestricted = Sampler.anything();
        add("Roll", "rows", "$(a, 2, 0)", unrestricted, x -> Arrangement.roll(x[0], 2, 0), "n, d");
        add("Roll", "columns", "$(a, -25, -1)", unrestricted, x -> Arrangement.roll(x[0], -25, -1), "n, d");
        add("DiagEmbed", "", "$(a)", unrestricted, x -> Arrangement.diagEmbed(x[0], Numbers.zero(dtype)), "n, d");
        cases.add(Case.of(
                        "MeshGrid",
                        "",
                        dtype,
                        "$(a, b)",
                        x -> {
                            int[] dims = {x[0].dims()[0], x[1].dims()[0]};
                            return List.of(
                                    NdArray.generate(dtype, dims, p -> x[0].at(p[0])),
                                    NdArray.generate(dtype, dims, p -> x[1].at(p[1])));
                        },
                        new Operand(dtype, "n", unrestricted),
                        new Operand(dtype, "m", unrestricted))
                .results("rows", "columns"));
    }

    private void addProducts() {
        Sampler own = Numbers.isReal(dtype) ? FINITE : Sampler.anything();
        add("Diagonal", "", "$(a)", Sampler.anything(), x -> Arrangement.diagonal(x[0]), "n, 5, 9");
        add("Trace", "", "$(a)", own, x -> Arrangement.trace(x[0], Numbers.zero(dtype)), "n, d");
        add("Trace", "batch", "$(a)", own, x -> Arrangement.trace(x[0], Numbers.zero(dtype)), "n, 9, 5");
        add("Vecdot", "rows", "$(a, b)", own, x -> vecdot(x, -1), "n, d", "n, d");
        add("Vecdot", "columns", "$(a, b, 0)", own, x -> vecdot(x, 0), "n, d", "n, d");
        add("Vecdot", "vectors", "$(a, b)", own, x -> vecdot(x, 0), "n", "n");
        add("Outer", "vectors", "$(a, b)", own, x -> Arrangement.outer(x[0], x[1]), "n", "d");
        add("Outer", "rows", "$(a, b)", own, x -> Arrangement.outer(x[0], x[1]), "n, d", "n, m");
        add("Kron", "", "$(a, b)", own, x -> Arrangement.kronecker(x[0], x[1]), "n, d", "m, 3");
        add("Cross", "rows", "$(a, b)", own, x -> Arrangement.cross(x[0], x[1], -1), "n, 3", "n, 3");
        add("Cross", "front", "$(a, b, 0)", own, x -> Arrangement.cross(x[0], x[1], 0), "3, d", "3, d");
    }

    private NdArray vecdot(NdArray[] x, int axis) {
        return Arrangement.vecdot(x[0], x[1], axis, Numbers.zero(dtype));
    }

    private void addLines() {
        for (int n : new int[] {1, 2, 8}) {
            add("LinSpace", "of" + n, "$(a, b, " + n + ")", FINITE, x -> linear(x, n), "", "");
        }
        cases.add(Case.of(
                "LinSpace",
                "any",
                dtype,
                "$(a, b, c.dimension(0))",
                x -> List.of(linear(x, x[2].dims()[0])),
                new Operand(dtype, "", FINITE),
                new Operand(dtype, "", FINITE),
                new Operand(dtype, "n", FINITE)));
    }

    private NdArray linear(NdArray[] x, int n) {
        DType computed = dtype == DType.F64 ? DType.F64 : DType.F32;
        Scalar start =
                Conversion.cast(x[0], computed, Numbers.precision(computed)).at();
        Scalar end =
                Conversion.cast(x[1], computed, Numbers.precision(computed)).at();
        return NdArray.generate(computed, new int[] {n}, p -> Arrangement.linear(start, end, p[0], n));
    }

    private static Stream<Case> sequences() {
        Operand size = new Operand(DType.F32, "n", FINITE);
        return Stream.of(
                Case.of("Arange", "", DType.I64, "$(0, a.dimension(0))", x -> arange(0, x[0].dims()[0], 1), size),
                Case.of(
                        "Arange",
                        "step",
                        DType.I64,
                        "$(-5, a.dimension(0), 3)",
                        x -> arange(-5, x[0].dims()[0], 3),
                        size));
    }

    private static List<NdArray> arange(int start, int end, int step) {
        int[] dims = {(end - start + step - 1) / step};
        return List.of(NdArray.generate(DType.I64, dims, p -> new IntegerScalar(DType.I64, start + step * p[0])));
    }

    private void add(
            String op,
            String form,
            String call,
            Sampler sampler,
            Function<NdArray[], NdArray> definition,
            String... dims) {
        Operand[] operands =
                Stream.of(dims).map(shape -> new Operand(dtype, shape, sampler)).toArray(Operand[]::new);
        cases.add(Case.of(op, form, dtype, call, x -> List.of(definition.apply(x)), operands));
    }
}
