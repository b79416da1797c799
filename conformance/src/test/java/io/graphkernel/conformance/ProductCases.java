package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Conversion;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Products;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Matmuls and convolutions. */
final class ProductCases {

    private static final Sampler VALUES = Sampler.between(-2, 2);
    private static final Sampler BYTES = Sampler.between(Byte.MIN_VALUE, Byte.MAX_VALUE);
    /** Any integers, whose products and sums wrap around. */
    private static final Sampler INTEGERS =
            (dtype, random) -> Sampler.ofBits(dtype, random.nextLong() >> random.nextInt(Long.SIZE));

    private static final Sampler BIASES = Sampler.between(-100_000, 100_000);
    /** The bits of a number below those of something else; subnormal now and then. */
    private static final Sampler PACKED = (dtype, random) -> {
        float scale = (float) random.nextDouble(-1, 1) * (random.nextInt(8) == 0 ? Float.MIN_NORMAL : 1);
        return new IntegerScalar(dtype, random.nextLong() << 32 | Float.floatToRawIntBits(scale) & 0xffff_ffffL);
    };

    private static final Sampler SCALES = Sampler.between(0x1p-12, 0x1p-10);

    private ProductCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (DType dtype : Dtypes.REALS) {
            addProduct(cases, dtype, "MatMul", "plain", "n, k", "k, m", false, false);
            addProduct(cases, dtype, "BatchMatMul", "plain", "b, n, k", "b, k, m", false, false);
            addFewRows(cases, dtype);
            addConvolution(cases, dtype, "plain", "n, 3, 9, 11", "4, 3, 3, 2", 1, 0, 1, 1);
            if (Scope.isWide(dtype)) {
                addProduct(cases, dtype, "MatMul", "left", "k, n", "k, m", true, false);
                addProduct(cases, dtype, "MatMul", "right", "n, k", "m, k", false, true);
                addProduct(cases, dtype, "MatMul", "both", "k, n", "m, k", true, true);
                addProduct(cases, dtype, "MatMul", "outer", "n, 1", "1, m", false, false);
                addProduct(cases, dtype, "BatchMatMul", "left", "b, k, n", "b, k, m", true, false);
                addProduct(cases, dtype, "BatchMatMul", "right", "b, n, k", "b, m, k", false, true);
                addProduct(cases, dtype, "BatchMatMul", "shared", "b, h, n, k", "h, k, m", false, false);
                addConvolution(cases, dtype, "padded", "n, 4, 9, 11", "6, 4, 3, 3", 2, 1, 1, 1);
                addConvolution(cases, dtype, "dilated", "n, 2, 9, 11", "3, 2, 3, 3", 1, 2, 2, 1);
                addConvolution(cases, dtype, "grouped", "n, 4, 6, 7", "6, 2, 3, 3", 1, 1, 1, 2);
            }
        }
        for (DType dtype : Dtypes.INTEGERS) {
            addIntegerProducts(cases, dtype);
        }
        addIntegers(cases);
        return cases.stream();
    }

    /** Adds matmuls that wrap around in the dtype of their operands. */
    private static void addIntegerProducts(List<Case> cases, DType dtype) {
        addProduct(cases, dtype, "MatMul", "plain", "n, k", "k, m", false, false, INTEGERS);
        addProduct(cases, dtype, "BatchMatMul", "right", "b, n, k", "b, m, k", false, true, INTEGERS);
        if (dtype == DType.I32 || TestTier.isExhaustive()) {
            addProduct(cases, dtype, "MatMul", "left", "k, n", "k, m", true, false, INTEGERS);
            addProduct(cases, dtype, "MatMul", "both", "k, n", "m, k", true, true, INTEGERS);
            addProduct(cases, dtype, "MatMul", "outer", "n, 1", "1, m", false, false, INTEGERS);
            addProduct(cases, dtype, "BatchMatMul", "shared", "b, h, n, k", "h, k, m", false, false, INTEGERS);
        }
    }

    /** Adds matmuls that are loops, and not library calls. */
    private static void addFewRows(List<Case> cases, DType dtype) {
        addProduct(cases, dtype, "MatMul", "oneRow", "1, k", "m, k", false, true);
        addProduct(cases, dtype, "MatMul", "oneRowOfColumns", "1, k", "k, m", false, false);
        if (Scope.isWide(dtype)) {
            addProduct(cases, dtype, "MatMul", "rows", "3, k", "m, k", false, true);
            addProduct(cases, dtype, "MatMul", "rowsOfColumns", "4, k", "k, m", false, false);
            addProduct(cases, dtype, "MatMul", "column", "n, k", "k, 1", false, false);
            addProduct(cases, dtype, "MatMul", "leftColumn", "k, n", "1, k", true, true);
            addProduct(cases, dtype, "BatchMatMul", "oneRow", "b, 1, k", "b, m, k", false, true);
            addProduct(cases, dtype, "BatchMatMul", "rows", "b, 2, k", "b, k, m", false, false);
            addDequantized(cases, dtype);
        }
    }

    /** Adds a matmul by i8 weights with a scale per output, with a bias. */
    private static void addDequantized(List<Case> cases, DType dtype) {
        String name = "DType." + dtype.name();
        cases.add(Case.of(
                "MatMul",
                "dequantized",
                dtype,
                "Ops.add($(a, Ops.mul(Ops.cast(b, " + name + "), c), false, true), d)",
                x -> List.of(Products.matMul(x[0], scaled(x[1], x[2], dtype), false, true, Numbers.zero(dtype))
                        .zip(x[3], Scalar::plus)),
                new Operand(dtype, "2, k", VALUES),
                new Operand(DType.I8, "m, k", BYTES),
                new Operand(dtype, "m, 1", SCALES),
                new Operand(dtype, "m", VALUES)));
    }

    private static NdArray scaled(NdArray bytes, NdArray scale, DType dtype) {
        return Conversion.cast(bytes, dtype, Numbers.precision(dtype)).zip(scale, Scalar::times);
    }

    private static void addProduct(
            List<Case> cases, DType dtype, String op, String form, String a, String b, boolean left, boolean right) {
        addProduct(cases, dtype, op, form, a, b, left, right, VALUES);
    }

    private static void addProduct(
            List<Case> cases,
            DType dtype,
            String op,
            String form,
            String a,
            String b,
            boolean left,
            boolean right,
            Sampler values) {
        String flags = left || right ? ", " + left + ", " + right + ")" : ")";
        cases.add(Case.of(
                op,
                form,
                dtype,
                "$(a, b" + flags,
                x -> List.of(Products.matMul(x[0], x[1], left, right, Numbers.zero(dtype))),
                new Operand(dtype, a, values),
                new Operand(dtype, b, values)));
    }

    private static void addIntegers(List<Case> cases) {
        addIntegers(cases, "plain", "n, k", "k, m", false, false);
        addIntegers(cases, "both", "b, k, n", "m, k", true, true);
        addPackedScales(cases);
        for (DType dtype : Dtypes.REALS) {
            addQuantized(cases, dtype, "plain", "n, k", "k, m", "m", false, false);
            addQuantized(cases, dtype, "right", "b, n, k", "b, m, k", "1", false, true);
        }
    }

    private static void addIntegers(List<Case> cases, String form, String a, String b, boolean left, boolean right) {
        cases.add(Case.of(
                "MatMulInteger",
                form,
                DType.I32,
                "$(a, b, " + left + ", " + right + ")",
                x -> List.of(Products.integers(x[0], x[1], left, right)),
                new Operand(DType.I8, a, BYTES),
                new Operand(DType.I8, b, BYTES)));
    }

    private static void addQuantized(
            List<Case> cases, DType dtype, String form, String a, String b, String scale, boolean left, boolean right) {
        String attributes = left + ", " + right + ", DType." + dtype.name() + ")";
        NdArray noBias = NdArray.vector(DType.I32, new IntegerScalar(DType.I32, 0));
        NdArray noScale = NdArray.vector(DType.F32, Numbers.number(DType.F32, 1));
        Operand[] operands = {
            new Operand(DType.I8, a, BYTES),
            new Operand(DType.I8, b, BYTES),
            new Operand(DType.F32, scale, SCALES),
            new Operand(DType.I32, scale, BIASES),
            new Operand(DType.F32, "n", SCALES)
        };
        Case[] forms = {
            Case.of(
                    "QuantBatchMatmul",
                    form,
                    dtype,
                    "$(a, b, c, " + attributes,
                    x -> List.of(quantized(x[0], x[1], x[2], noBias, noScale, left, right, dtype)),
                    Arrays.copyOf(operands, 3)),
            Case.of(
                    "QuantBatchMatmul",
                    form + "Biased",
                    dtype,
                    "$(a, b, c, d, " + attributes,
                    x -> List.of(quantized(x[0], x[1], x[2], x[3], noScale, left, right, dtype)),
                    Arrays.copyOf(operands, 4)),
            Case.of(
                    "QuantBatchMatmul",
                    form + "PerToken",
                    dtype,
                    "$(a, b, c, d, e, " + attributes,
                    x -> List.of(quantized(x[0], x[1], x[2], x[3], x[4], left, right, dtype)),
                    operands)
        };
        cases.addAll(List.of(forms));
    }

    private static void addPackedScales(List<Case> cases) {
        NdArray none = NdArray.vector(DType.I32, new IntegerScalar(DType.I32, 0));
        NdArray one = NdArray.vector(DType.F32, Numbers.number(DType.F32, 1));
        cases.add(Case.of(
                "QuantBatchMatmul",
                "packed",
                DType.F32,
                "$(a, b, c, false, false, DType.F32)",
                x -> List.of(quantized(x[0], x[1], unpacked(x[2]), none, one, false, false, DType.F32)),
                new Operand(DType.I8, "n, k", BYTES),
                new Operand(DType.I8, "k, m", BYTES),
                new Operand(DType.I64, "m", PACKED)));
        cases.add(Case.of(
                "FloatOfBits",
                "",
                DType.F32,
                "$(a)",
                x -> List.of(unpacked(x[0])),
                new Operand(DType.I64, Operand.UNRANKED, PACKED.atNoMagnitudes())));
    }

    private static NdArray unpacked(NdArray bits) {
        NdArray floats =
                bits.map(element -> Sampler.ofBits(DType.F32, ((IntegerScalar) element).value() & 0xffff_ffffL));
        return new NdArray(DType.F32, bits.dims(), floats.elements());
    }

    private static NdArray quantized(
            NdArray a,
            NdArray b,
            NdArray scale,
            NdArray bias,
            NdArray rowScale,
            boolean left,
            boolean right,
            DType dtype) {
        NdArray exact = Products.quantized(a, b, scale, bias, rowScale, left, right);
        return Conversion.convert(exact, dtype, Numbers.precision(dtype));
    }

    private static void addConvolution(
            List<Case> cases,
            DType dtype,
            String form,
            String x,
            String weight,
            int stride,
            int pad,
            int dilation,
            int groups) {
        int[] strides = {stride, stride};
        int[] pads = {pad, pad, pad, pad};
        int[] dilations = {dilation, dilation};
        String call = "$(a, b, new long[] {" + ReductionCases.join(strides) + "}, new long[] {"
                + ReductionCases.join(pads) + "}, new long[] {" + ReductionCases.join(dilations) + "}, " + groups + ")";
        cases.add(Case.of(
                "Conv2D",
                form,
                dtype,
                call,
                v -> List.of(Products.conv2D(v[0], v[1], strides, pads, dilations, groups, Numbers.zero(dtype))),
                new Operand(dtype, x, VALUES),
                new Operand(dtype, weight, VALUES)));
    }
}
