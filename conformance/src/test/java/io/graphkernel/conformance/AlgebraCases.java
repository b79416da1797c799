package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Algebra;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Factorizations and linear systems of well-conditioned matrices, and of some that have none. */
final class AlgebraCases {

    private static final Sampler POSITIVE = Sampler.between(-1, 1).withDiagonal(8);

    private static final Sampler TRIANGULAR = Sampler.between(-0.1, 0.1).withDiagonal(2);

    private static final Sampler RIGHT = Sampler.between(-2, 2);

    private final List<Case> cases = new ArrayList<>();
    private final DType dtype;

    private AlgebraCases(DType dtype) {
        this.dtype = dtype;
    }

    static Stream<Case> all() {
        return Dtypes.REALS.stream().flatMap(dtype -> {
            AlgebraCases algebra = new AlgebraCases(dtype);
            algebra.addFactorizations();
            algebra.addTriangular();
            algebra.addSystems();
            algebra.addOrthogonal();
            return algebra.cases.stream();
        });
    }

    private void addFactorizations() {
        add("Cholesky", "batch", "$(a)", x -> Algebra.cholesky(x[0]), new Operand(dtype, "3, d, d", POSITIVE));
        add("Cholesky", "declared", "$(a)", x -> Algebra.cholesky(x[0]), new Operand(dtype, "n, 2, 4, 4", POSITIVE));
        Sampler negative = Sampler.between(-1, 1).withDiagonal(-8);
        add("Cholesky", "negative", "$(a)", x -> Algebra.cholesky(x[0]), new Operand(dtype, "d, d", negative));
    }

    private void addTriangular() {
        addTriangular("lower", "$(a, b)", true, false, false, "d, d", "2, d, 3");
        addTriangular("upper", "$(a, b, false)", false, false, false, "n, 4, 4", "4, 1");
        addTriangular("transposed", "$(a, b, true, true)", true, true, false, "2, d, d", "2, d, m");
        addTriangular("unit", "$(a, b, false, true, true)", false, true, true, "3, d, d", "3, d, 2");
        Sampler zero = Sampler.oneOf(0);
        add(
                "TriangularSolve",
                "singular",
                "$(a, b)",
                x -> Algebra.triangularSolve(x[0], x[1], true, false, false),
                new Operand(dtype, "n, 2, 2", zero),
                new Operand(dtype, "n, 2, 3", RIGHT));
    }

    private void addTriangular(
            String form, String call, boolean lower, boolean transposed, boolean unit, String a, String b) {
        add(
                "TriangularSolve",
                form,
                call,
                x -> Algebra.triangularSolve(x[0], x[1], lower, transposed, unit),
                new Operand(dtype, a, TRIANGULAR),
                new Operand(dtype, b, RIGHT));
    }

    private void add(String op, String form, String call, Algebra.MatrixFunction oracle, Operand... operands) {
        cases.add(Case.of(op, form, dtype, call, x -> List.of(Algebra.matrices(oracle, x)), operands));
    }

    /** Rows in descending order have their pivots at the other end. */
    private void addSystems() {
        Operand open = new Operand(dtype, "3, d, d", POSITIVE);
        Operand declared =
                new Operand(dtype, "n, 4, 4", Sampler.between(-0.25, 0.25).withDiagonal(0.5));
        Operand right = new Operand(dtype, "3, d, 2", RIGHT);
        addVector(Case.of(
                "Solve",
                "batch",
                dtype,
                "$(a, b)",
                x -> List.of(Algebra.matrices(matrices -> Algebra.solve(matrices[0], matrices[1]), x)),
                open,
                right));
        add(
                "Solve",
                "exchanged",
                "$(Ops.reverse(a, -2), b)",
                x -> Algebra.solve(Algebra.flipped(x[0]), x[1]),
                declared,
                new Operand(dtype, "4, 3", RIGHT));
        if (dtype == DType.F32 || dtype == DType.F64) {
            // Narrower factors are rounded before the system is solved.
            addVector(Case.of(
                    "LuSolve",
                    "",
                    dtype,
                    "$(Ops.luFactor(Ops.reverse(a, -2)).factors(), Ops.luFactor(Ops.reverse(a, -2)).permutation(), b)",
                    x -> List.of(
                            Algebra.matrices(matrices -> Algebra.solve(Algebra.flipped(matrices[0]), matrices[1]), x)),
                    open,
                    right));
        }
        addVector(Case.of(
                "LuSolve",
                "factors",
                dtype,
                "$(a, Ops.index(1, a.dimension(0), 4), b)",
                x -> List.of(Algebra.matrices(AlgebraCases::substituted, x)),
                new Operand(dtype, "n, 4, 4", TRIANGULAR),
                new Operand(dtype, "4, 3", RIGHT)));
        add(
                "Inverse",
                "",
                "$(Ops.reverse(a, -2))",
                x -> Algebra.solve(Algebra.flipped(x[0]), Algebra.identity(x[0].length)),
                declared);
        addVector(Case.of(
                "Determinant",
                "",
                dtype,
                "$(Ops.reverse(a, -2))",
                x -> List.of(scalars(x[0], matrix -> Algebra.determinant(Algebra.flipped(matrix))[0])),
                declared));
        addVector(Case.of(
                "Determinant",
                "singular",
                dtype,
                "$(a)",
                x -> List.of(scalars(x[0], matrix -> 0)),
                new Operand(dtype, "n, 3, 3", Sampler.oneOf(1))));
        addVector(Case.of(
                        "LogDeterminant",
                        "",
                        dtype,
                        "$(a)",
                        x -> List.of(
                                scalars(x[0], matrix -> 1), scalars(x[0], matrix -> Algebra.determinant(matrix)[1])),
                        open)
                .results("sign", "logarithm"));
        addVector(Case.of(
                        "LuFactor",
                        "",
                        dtype,
                        "$(Ops.reverse(a, -2))",
                        x -> List.of(
                                Algebra.matrices(matrices -> Algebra.factors(matrices[0]), x), descending(x[0].dims())),
                        open)
                .results("factors", "permutation"));
    }

    /** Solves with both factors, for rows in their order. */
    private static double[][] substituted(double[][]... operands) {
        double[][] lower = Algebra.triangularSolve(operands[0], operands[1], true, false, true);
        return Algebra.triangularSolve(operands[0], lower, false, false, false);
    }

    private void addVector(Case added) {
        cases.add(added.withoutEmpty());
    }

    private static NdArray scalars(NdArray x, ToDoubleFunction<double[][]> function) {
        NdArray results = Algebra.matrices(matrices -> new double[][] {{function.applyAsDouble(matrices[0])}}, x);
        return results.reshaped(Arrays.copyOf(x.dims(), x.rank() - 2));
    }

    private static NdArray descending(int... dims) {
        int last = dims.length - 2;
        return NdArray.generate(
                DType.I64,
                Arrays.copyOf(dims, last + 1),
                position -> IntegerScalar.saturate(DType.I64, dims[last] - 1 - position[last]));
    }

    private void addOrthogonal() {
        addVector(qr("tall", "3, d+2, d"));
        addVector(qr("square", "n, 4, 4"));
        addVector(qr("wide", "3, d, d+2"));
        addVector(qr("open", "n, d, 3"));
        addVector(eigen("open", "1, d, d"));
        addVector(eigen("declared", "n, 3, 3"));
    }

    private Case qr(String form, String dims) {
        Algebra.MatrixFunction q = x -> Arrays.copyOf(Algebra.orthonormal(x[0]), x[0].length);
        Algebra.MatrixFunction r = x -> {
            double[][] both = Algebra.orthonormal(x[0]);
            return Arrays.copyOfRange(both, x[0].length, both.length);
        };
        return Case.of(
                        "Qr",
                        form,
                        dtype,
                        "$(a)",
                        x -> List.of(Algebra.matrices(q, x), Algebra.matrices(r, x)),
                        new Operand(dtype, dims, POSITIVE))
                .results("q", "r");
    }

    private Case eigen(String form, String dims) {
        Algebra.MatrixFunction values = x -> Arrays.copyOf(Algebra.eigen(x[0]), 1);
        Algebra.MatrixFunction vectors = x -> Arrays.copyOfRange(Algebra.eigen(x[0]), 1, x[0].length + 1);
        return Case.of(
                        "Eigh",
                        form,
                        dtype,
                        "$(a)",
                        x -> List.of(
                                Algebra.matrices(values, x).reshaped(x[0].dims()[0], x[0].dims()[1]),
                                Algebra.matrices(vectors, x)),
                        new Operand(dtype, dims, POSITIVE))
                .results("values", "vectors");
    }
}
