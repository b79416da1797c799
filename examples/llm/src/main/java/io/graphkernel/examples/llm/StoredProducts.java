package io.graphkernel.examples.llm;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/** Products of rows and a matrix in each format. */
final class StoredProducts {

    private StoredProducts() {}

    @GraphKernel
    static Tensor f32(@TensorType("f32[m, k]") Tensor x, @TensorType("f32[o, k]") Tensor weight) {
        return matMul(x, weight, false, true);
    }

    @GraphKernel
    static Tensor f16(@TensorType("f32[m, k]") Tensor x, @TensorType("f16[o, k]") Tensor weight) {
        return matMul(x, cast(weight, DType.F32), false, true);
    }

    @GraphKernel
    static Tensor bf16(@TensorType("f32[m, k]") Tensor x, @TensorType("bf16[o, k]") Tensor weight) {
        return matMul(x, cast(weight, DType.F32), false, true);
    }

    @GraphKernel
    static Tensor q8(
            @TensorType("f32[m, 32 * g]") Tensor x,
            @TensorType("i8[o, g, 32]") Tensor codes,
            @TensorType("f16[o, g, 1]") Tensor scales) {
        return linear(x, Q8Llama.elements(codes, scales));
    }

    @GraphKernel
    static Tensor q4(
            @TensorType("f32[m, 32 * g]") Tensor x,
            @TensorType("u8[o, g, 16]") Tensor codes,
            @TensorType("f16[o, g, 1]") Tensor scales) {
        return linear(x, Q4Llama.elements(codes, scales));
    }

    @GraphKernel
    static Tensor q4WithMinimums(
            @TensorType("f32[m, 32 * g]") Tensor x,
            @TensorType("u8[o, g, 16]") Tensor codes,
            @TensorType("f32[o, g, 1]") Tensor scales,
            @TensorType("f32[o, g, 1]") Tensor minimums) {
        return linear(x, elements(codes, scales, minimums));
    }

    @GraphKernel
    static Tensor q6(
            @TensorType("f32[m, 16 * g]") Tensor x,
            @TensorType("i8[o, g, 16]") Tensor codes,
            @TensorType("f32[o, g, 1]") Tensor scales) {
        return linear(x, Q8Llama.elements(codes, scales));
    }

    /** Returns codes of 4 bits times scales, plus minimums. */
    static Tensor elements(Tensor codes, Tensor scales, Tensor minimums) {
        Tensor values = cast(Q4Llama.bits(codes), DType.F32);
        return add(mul(values, expandDims(scales, -2)), expandDims(minimums, -2));
    }

    private static Tensor linear(Tensor x, Tensor elements) {
        return matMul(x, reshape(elements, elements.dimension(0), -1), false, true);
    }
}
