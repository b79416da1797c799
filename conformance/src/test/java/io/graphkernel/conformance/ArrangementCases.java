package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Arrangement;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
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
        return Dtypes.ALL.stream().flatMap(dtype -> {
            ArrangementCases arrangements = new ArrangementCases(dtype);
            arrangements.addMovements();
            if (Dtypes.NUMBERS.contains(dtype)) {
                arrangements.addProducts();
            }
            return arrangements.cases.stream();
        });
    }

    private void addMovements() {
        Sampler unrestricted = Sampler.anything();
        add("Roll", "rows", "$(a, 2, 0)", unrestricted, x -> Arrangement.roll(x[0], 2, 0), "n, d");
        add("Roll", "columns", "$(a, -25, -1)", unrestricted, x -> Arrangement.roll(x[0], -25, -1), "n, d");
        add(
                "Roll",
                "several",
                "$(a, new int[] {2, -25, 4}, new int[] {0, -1, 1})",
                unrestricted,
                x -> Arrangement.roll(Arrangement.roll(Arrangement.roll(x[0], 2, 0), -25, 2), 4, 1),
                "n, 3, d");
        add(
                "Roll",
                "repeated",
                "$(a, new int[] {1, 2}, new int[] {1, -1})",
                unrestricted,
                x -> Arrangement.roll(x[0], 3, 1),
                "n, d");
        add("Roll", "none", "$(a, new int[] {}, new int[] {})", unrestricted, x -> x[0], "n, d");
        add("DiagEmbed", "", "$(a)", unrestricted, x -> diagEmbed(x[0], 0), "n, d");
        add("DiagEmbed", "above", "$(a, 2)", unrestricted, x -> diagEmbed(x[0], 2), "n, d");
        add("DiagEmbed", "below", "$(a, -1)", unrestricted, x -> diagEmbed(x[0], -1), "d");
        addGrid("", "$(a, b)", "n", "m");
        addGrid("ofThree", "$(a, b, c)", "n", "3", "m");
        addGrid("ofOne", "$(a)", "n");
    }

    private void addGrid(String form, String call, String... vectors) {
        Operand[] operands = Stream.of(vectors)
                .map(size -> new Operand(dtype, size, Sampler.anything()))
                .toArray(Operand[]::new);
        cases.add(Case.of("MeshGrid", form, dtype, call, this::grid, operands)
                .results(IntStream.range(0, vectors.length)
                        .mapToObj(i -> "[" + i + "]")
                        .toArray(String[]::new)));
    }

    /** Returns the coordinates along each axis of a grid. */
    private List<NdArray> grid(NdArray... x) {
        int[] dims = Stream.of(x).mapToInt(vector -> vector.dims()[0]).toArray();
        return IntStream.range(0, x.length)
                .mapToObj(axis -> NdArray.generate(dtype, dims, p -> x[axis].at(p[axis])))
                .toList();
    }

    private void addProducts() {
        Sampler own = Numbers.isReal(dtype) ? FINITE : Sampler.anything();
        add("Diagonal", "", "$(a)", Sampler.anything(), x -> Arrangement.diagonal(x[0], 0), "n, 5, 9");
        add("Diagonal", "tall", "$(a)", Sampler.anything(), x -> Arrangement.diagonal(x[0], 0), "7, d");
        add("Diagonal", "above", "$(a, 2)", Sampler.anything(), x -> Arrangement.diagonal(x[0], 2), "n, 5, 4");
        add("Diagonal", "below", "$(a, -1)", Sampler.anything(), x -> Arrangement.diagonal(x[0], -1), "n, 6, 5");
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

    private NdArray diagEmbed(NdArray x, int offset) {
        return Arrangement.diagEmbed(x, offset, Numbers.zero(dtype));
    }

    private NdArray vecdot(NdArray[] x, int axis) {
        return Arrangement.vecdot(x[0], x[1], axis, Numbers.zero(dtype));
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
