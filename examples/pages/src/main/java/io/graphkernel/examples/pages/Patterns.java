package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Promotion;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** docs/kernel-language.md, promotion, updates in place and sorting. */
final class Patterns {

    private Patterns() {}

    @GraphKernel
    static Tensor key(@TensorType("f32[1, d]") Tensor x, @TensorType("f32[d]") Tensor w) {
        return mul(x, w);
    }

    @GraphKernel
    static Tensor scatterAdd(
            @TensorType("f32[m, d]") Tensor rows,
            @TensorType("i32[m]") Tensor indices,
            @TensorType("f32[n, d]") Tensor x) {
        return indexAdd(x, indices, rows, 0);
    }

    @GraphKernel
    static Tensor likely(@TensorType("f32[n, d]") Tensor logits) {
        Tensor least = narrow(topK(logits, 8).values(), -1, 7, 1);
        return softmax(select(less(logits, least), Float.NEGATIVE_INFINITY, logits));
    }

    @GraphKernel
    static Tensor lowPass(@TensorType("f32[n, 1024]") Tensor signal) {
        RfftResult spectrum = rfft(signal);
        Tensor isLow = less(index(-1, 1, 513), 64);
        return irfft(select(isLow, spectrum.real(), 0), select(isLow, spectrum.imaginary(), 0), 1024);
    }

    @GraphKernel(promote = Promotion.PYTORCH)
    static Tensor dequantized(
            @TensorType("i8[n, d]") Tensor codes,
            @TensorType("f32[d]") Tensor scale,
            @TensorType("bf16[d]") Tensor bias) {
        return add(mul(codes, scale), bias); // f32
    }

    @GraphKernel
    static Tensor takeAlongRows(@TensorType("f32[n, d]") Tensor x, @TensorType("i64[n, k]") Tensor columns) {
        return takeAlongAxis(x, columns);
    }

    @GraphKernel
    static void store(@TensorType("f32[t, d]") Tensor cache, @TensorType("f32[n, d]") Tensor rows, int position) {
        assign(narrow(cache, 0, position, rows.dimension(0)), rows);
    }

    static void append(Tensor x, Tensor w, Tensor cache, long position) {
        try (Tensor row = cache.slice(position, position + 1)) {
            PatternsKernels.key(x, w, row);
        }
    }
}
