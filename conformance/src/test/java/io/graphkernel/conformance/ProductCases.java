package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Products;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Matrix products and convolutions. */
final class ProductCases {

    private static final Sampler VALUES = Sampler.between(-2, 2);

    private ProductCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (DType dtype : Dtypes.REALS) {
            addProduct(cases, dtype, "MatMul", "plain", "n, k", "k, m", false, false);
            addProduct(cases, dtype, "BatchMatMul", "plain", "b, n, k", "b, k, m", false, false);
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
        return cases.stream();
    }

    private static void addProduct(
            List<Case> cases, DType dtype, String op, String form, String a, String b, boolean left, boolean right) {
        String flags = left || right ? ", " + left + ", " + right + ")" : ")";
        cases.add(Case.of(
                op,
                form,
                dtype,
                "$(a, b" + flags,
                x -> List.of(Products.matMul(x[0], x[1], left, right, Numbers.zero(dtype))),
                new Operand(dtype, a, VALUES),
                new Operand(dtype, b, VALUES)));
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
