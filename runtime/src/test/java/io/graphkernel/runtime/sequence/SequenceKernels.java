package io.graphkernel.runtime.sequence;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Kernels of every kind of address: unranked, rows, in place, library, regions, checked indices. */
public final class SequenceKernels {
    private SequenceKernels() {}

    @GraphKernel
    public static Tensor sum(Tensor x, Tensor y) {
        return mul(add(x, y), 0.5);
    }

    @GraphKernel
    public static Tensor rows(@TensorType("f32[n, d]") Tensor x) {
        return Ops.softmax(x, -1);
    }

    @GraphKernel
    public static Tensor update(@TensorType("f32[n, d]") Tensor total, @TensorType("f32[n, d]") Tensor x) {
        return mul(assign(total, mul(add(total, x), 0.5)), 2.0);
    }

    @GraphKernel
    public static Tensor product(@TensorType("f32[n, k]") Tensor x, @TensorType("f32[k, m]") Tensor y) {
        return Ops.tanh(matMul(x, y));
    }

    @GraphKernel
    public static Tensor attention(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor key,
            @TensorType("f32[b, h, t, d]") Tensor value) {
        return promptFlashAttention(query, key, value, 0.125);
    }

    @GraphKernel
    public static Tensor total(@TensorType("f32[n, d]") Tensor x) {
        return reduceSum(mul(x, x));
    }

    @GraphKernel(flags = "--check_indices")
    public static Tensor rowsAt(@TensorType("f32[n, d]") Tensor x, @TensorType("i32[k]") Tensor rows) {
        return gather(x, rows, 0);
    }
}
