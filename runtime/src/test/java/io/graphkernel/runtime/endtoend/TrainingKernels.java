package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels with gradients. */
public final class TrainingKernels {

    private TrainingKernels() {}

    public record Both(Tensor scaled, Tensor total) {}

    /** Saves parameters and a value of its own. */
    @GraphKernel(gradient = true)
    public static Tensor norm(@TensorType("f32[b..., d]") Tensor x, @TensorType("f32[d]") Tensor gamma, float epsilon) {
        Tensor total = add(reduceSum(mul(x, x), -1, KEEP_DIMS), epsilon);
        return mul(div(x, total), gamma);
    }

    /** Saves a result, which its next call may read. */
    @GraphKernel(gradient = true)
    public static Tensor exponential(@TensorType("f32[n]") Tensor x) {
        return exp(x);
    }

    /** Saves a parameter that its result could overwrite. */
    @GraphKernel(gradient = true)
    public static Tensor squared(@TensorType("f32[n]") Tensor x) {
        return mul(x, x);
    }

    /** Has two cotangents. */
    @GraphKernel(gradient = true)
    public static Both both(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor scale) {
        Tensor scaled = mul(x, scale);
        return new Both(scaled, reduceSum(mul(scaled, x)));
    }
}
