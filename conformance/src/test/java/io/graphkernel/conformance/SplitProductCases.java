package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Conversion;
import io.graphkernel.conformance.oracle.Elementwise;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.Movement;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Products;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Matmuls that are split along their columns, with odd sizes, so that no two slices have the same alignment. */
final class SplitProductCases {

    private static final Sampler VALUES = Sampler.between(-2, 2);
    private static final Sampler BYTES = Sampler.between(Byte.MIN_VALUE, Byte.MAX_VALUE);
    private static final Sampler BIASES = Sampler.between(-100_000, 100_000);
    private static final Sampler SCALES = Sampler.between(0x1p-12, 0x1p-10);
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
                cases.add(quantized(dtype, "parts", bias, -1, 3, 4));
                cases.add(quantized(dtype, "parts", bias, -1, 2, 1, 4));
                cases.add(quantized(dtype, "second", bias, 1, 5, 2));
                cases.add(quantized(dtype, "first", bias, 0, 1, 3, 3));
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
        List<Operand> operands =
                new ArrayList<>(List.of(new Operand(dtype, "n, k", VALUES), new Operand(dtype, "7, k", VALUES)));
        if (bias) {
            operands.add(new Operand(dtype, "7", VALUES));
        }
        Oracle chunks = x -> parts(sum(x[0], x[1], bias ? x[2] : null), activated, sizes);
        String call = "$(a, b" + (bias ? ", c" : "");
        return cut(bias ? "MatmulBias" : "Matmul", form, dtype, call, chunks, operands, activated, sizes);
    }

    /** With a bias for each column and a scale for each row, or with neither. */
    private static Case quantized(DType dtype, String form, boolean bias, int activated, int... sizes) {
        List<Operand> operands = new ArrayList<>(List.of(
                new Operand(DType.I8, "n, k", BYTES),
                new Operand(DType.I8, "7, k", BYTES),
                new Operand(DType.F32, bias ? "7" : "1", SCALES)));
        if (bias) {
            operands.add(new Operand(DType.I32, "7", BIASES));
            operands.add(new Operand(DType.F32, "n", SCALES));
        }
        boolean stored = activated >= 0;
        Oracle chunks =
                x -> parts(stored ? stored(dequantized(dtype, x), dtype) : dequantized(dtype, x), activated, sizes);
        String call = "$(a, b, c" + (bias ? ", d, e" : "") + ", DType." + dtype.name();
        String whole = bias ? form + "Biased" : form;
        return cut("Quantbatchmatmul", whole, dtype, call, chunks, operands, activated, sizes);
    }

    private static Case cut(
            String op,
            String form,
            DType dtype,
            String call,
            Oracle chunks,
            List<Operand> operands,
            int activated,
            int... sizes) {
        boolean silu = activated >= 0;
        return Case.of(
                        op + "Split" + (silu ? "Silu" : "") + "Out" + sizes.length,
                        form,
                        dtype,
                        call + (silu ? ", " + activated : "") + ", " + ReductionCases.join(sizes) + ")",
                        chunks,
                        operands.toArray(Operand[]::new))
                .results(RESULTS.subList(0, sizes.length).toArray(String[]::new));
    }

    private static NdArray sum(NdArray x, NdArray weight, NdArray bias) {
        NdArray product = stored(Products.matMul(x, weight, false, true, Numbers.zero(x.dtype())), x.dtype());
        return bias == null ? product : stored(product.zip(bias, Scalar::plus), x.dtype());
    }

    private static NdArray dequantized(DType dtype, NdArray... x) {
        NdArray bias = x.length > 3 ? x[3] : NdArray.vector(DType.I32, new IntegerScalar(DType.I32, 0));
        NdArray rows = x.length > 3 ? x[4] : NdArray.vector(DType.F32, Numbers.number(DType.F32, 1));
        NdArray exact = Products.quantized(x[0], x[1], x[2], bias, rows, false, true);
        return Conversion.convert(exact, dtype, Numbers.precision(dtype));
    }

    /** Rounds a value that is stored between two ops. */
    private static NdArray stored(NdArray x, DType dtype) {
        return Conversion.convert(x, dtype, Numbers.precision(dtype));
    }

    private static List<NdArray> parts(NdArray whole, int activated, int... sizes) {
        List<NdArray> chunks = new ArrayList<>(List.of(Movement.split(whole, sizes, 1)));
        if (activated >= 0) {
            chunks.set(activated, chunks.get(activated).map(Elementwise::silu));
        }
        return chunks;
    }
}
