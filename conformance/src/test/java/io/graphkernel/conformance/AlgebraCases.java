package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Algebra;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
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
}
