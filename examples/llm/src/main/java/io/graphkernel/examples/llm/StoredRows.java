package io.graphkernel.examples.llm;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/** Rows of a matrix in each format, by their numbers. */
final class StoredRows {

    private StoredRows() {}

    @GraphKernel
    static Tensor f32(@TensorType("i32[m]") Tensor numbers, @TensorType("f32[o, k]") Tensor weight) {
        return gather(weight, numbers, 0);
    }

    @GraphKernel
    static Tensor f16(@TensorType("i32[m]") Tensor numbers, @TensorType("f16[o, k]") Tensor weight) {
        return cast(gather(weight, numbers, 0), DType.F32);
    }

    @GraphKernel
    static Tensor bf16(@TensorType("i32[m]") Tensor numbers, @TensorType("bf16[o, k]") Tensor weight) {
        return cast(gather(weight, numbers, 0), DType.F32);
    }

    @GraphKernel
    static Tensor q8(
            @TensorType("i32[m]") Tensor numbers,
            @TensorType("i8[o, g, 32]") Tensor codes,
            @TensorType("f16[o, g, 1]") Tensor scales) {
        return joined(Q8Llama.elements(gather(codes, numbers, 0), gather(scales, numbers, 0)));
    }

    @GraphKernel
    static Tensor q4(
            @TensorType("i32[m]") Tensor numbers,
            @TensorType("u8[o, g, 16]") Tensor codes,
            @TensorType("f16[o, g, 1]") Tensor scales) {
        return joined(Q4Llama.elements(gather(codes, numbers, 0), gather(scales, numbers, 0)));
    }

    @GraphKernel
    static Tensor q4WithMinimums(
            @TensorType("i32[m]") Tensor numbers,
            @TensorType("u8[o, g, 16]") Tensor codes,
            @TensorType("f32[o, g, 1]") Tensor scales,
            @TensorType("f32[o, g, 1]") Tensor minimums) {
        return joined(StoredProducts.elements(
                gather(codes, numbers, 0), gather(scales, numbers, 0), gather(minimums, numbers, 0)));
    }

    @GraphKernel
    static Tensor q6(
            @TensorType("i32[m]") Tensor numbers,
            @TensorType("i8[o, g, 16]") Tensor codes,
            @TensorType("f32[o, g, 1]") Tensor scales) {
        return joined(Q8Llama.elements(gather(codes, numbers, 0), gather(scales, numbers, 0)));
    }

    private static Tensor joined(Tensor elements) {
        return reshape(elements, elements.dimension(0), -1);
    }
}
