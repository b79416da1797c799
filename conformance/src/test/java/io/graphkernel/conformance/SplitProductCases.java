package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Conversion;
import io.graphkernel.conformance.oracle.Elementwise;
import io.graphkernel.conformance.oracle.Movement;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Precision;
import io.graphkernel.conformance.oracle.Products;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Matrix products that are cut along their columns: of parts of odd sizes, so that no two begin at like addresses. */
final class SplitProductCases {

    private static final Sampler VALUES = Sampler.between(-2, 2);
    private static final List<String> RESULTS = List.of("first", "second", "third");

    private SplitProductCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (DType dtype : Dtypes.REALS) {
            for (boolean bias : new boolean[] {false, true}) {
                cases.add(of(dtype, "parts", bias, -1, 3, 4));
                cases.add(of(dtype, "parts", bias, -1, 2, 1, 4));
                cases.add(of(dtype, "second", bias, 1, 5, 2));
                cases.add(of(dtype, "third", bias, 2, 1, 3, 3));
                if (Scope.isWide(dtype)) {
                    cases.add(of(dtype, "none", bias, -1, 0, 7));
                    cases.add(of(dtype, "first", bias, 0, 5, 2));
                    cases.add(of(dtype, "first", bias, 0, 1, 3, 3));
                    cases.add(of(dtype, "middle", bias, 1, 3, 3, 1));
                }
            }
        }
        return cases.stream();
    }

    private static Case of(DType dtype, String form, boolean bias, int activated, int... sizes) {
        boolean silu = activated >= 0;
        String op = "Matmul" + (bias ? "Bias" : "") + "Split" + (silu ? "Silu" : "") + "Out" + sizes.length;
        String call = "$(a, b" + (bias ? ", c" : "") + (silu ? ", " + activated : "") + ", "
                + ReductionCases.join(sizes) + ")";
        List<Operand> operands =
                new ArrayList<>(List.of(new Operand(dtype, "n, k", VALUES), new Operand(dtype, "7, k", VALUES)));
        if (bias) {
            operands.add(new Operand(dtype, "7", VALUES));
        }
        return Case.of(
                        op,
                        form,
                        dtype,
                        call,
                        x -> parts(x[0], x[1], bias ? x[2] : null, activated, sizes),
                        operands.toArray(Operand[]::new))
                .results(RESULTS.subList(0, sizes.length).toArray(String[]::new));
    }

    /** What is stored between the ops is rounded there. */
    private static List<NdArray> parts(NdArray x, NdArray weight, NdArray bias, int activated, int... sizes) {
        NdArray product = stored(Products.matMul(x, weight, false, true, Numbers.zero(x.dtype())));
        NdArray sum = bias == null ? product : stored(product.zip(bias, (a, b) -> a.plus(b)));
        List<NdArray> parts = new ArrayList<>(List.of(Movement.split(sum, sizes, 1)));
        if (activated >= 0) {
            parts.set(activated, parts.get(activated).map(Elementwise::silu));
        }
        return parts;
    }

    private static NdArray stored(NdArray x) {
        return Conversion.convert(x, x.dtype(), Precision.of(x.dtype()));
    }
}
