package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels that are checked after each launch. */
public final class DebugKernels {

    private DebugKernels() {}

    @GraphKernel(flags = "--opt_level=0 --enable_debug_mode")
    public static Tensor ranked(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return mul(log(x), y);
    }

    /** One launch, which stores two values. */
    @GraphKernel(flags = "--enable_debug_mode")
    public static void fused(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor shares) {
        Tensor logs = log(x);
        assign(shares, softmax(logs, -1));
        assign(x, logs);
    }

    @GraphKernel(flags = "--opt_level=0 --enable_debug_mode")
    public static Tensor open(Tensor x, Tensor y) {
        return mul(log(x), y);
    }

    /** Two kernels store regions of one result. */
    @GraphKernel(flags = "--enable_debug_mode")
    public static Tensor joined(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor y) {
        return concat(0, reciprocal(x), add(reduceSum(x, 0, KEEP_DIMS), y));
    }

    @GraphKernel(flags = "--enable_debug_mode")
    public static void updated(@TensorType("f64[n]") Tensor total, @TensorType("f64[n]") Tensor x) {
        assign(total, realDiv(total, x));
    }

    @GraphKernel(flags = "--enable_debug_mode")
    public static Tensor product(@TensorType("f16[n, n]") Tensor x) {
        return matMul(x, x);
    }
}
