package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels that reduce to one element. */
public final class FullKernels {

    private FullKernels() {}

    public record Summary(Tensor sum, Tensor largest, Tensor smallest) {}

    public record WholeAndLoss(Tensor whole, Tensor loss) {}

    @GraphKernel
    public static Tensor sumOfSquares(@TensorType("f32[n, d]") Tensor x) {
        return reduceSum(square(x));
    }

    @GraphKernel
    public static Tensor dot(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return reduceSum(mul(x, y));
    }

    @GraphKernel
    public static Tensor meanKept(@TensorType("f32[n, d]") Tensor x) {
        return reduceMean(abs(x), axes(0, 1), KEEP_DIMS);
    }

    @GraphKernel
    public static Summary summary(@TensorType("f32[a, b, c]") Tensor x) {
        return new Summary(reduceSum(abs(x)), reduceMax(x), reduceMin(x));
    }

    @GraphKernel
    public static Tensor clipByGlobalNorm(@TensorType("f32[n, d]") Tensor gradient, float limit) {
        Tensor norm = sqrt(reduceSum(square(gradient)));
        return mul(gradient, minimum(realDiv(limit, add(norm, 1e-6)), 1.0));
    }

    @GraphKernel
    public static WholeAndLoss squaredError(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor bias,
            @TensorType("f32[n, 1]") Tensor weight) {
        Tensor difference = mul(sub(x, bias), weight);
        return new WholeAndLoss(difference, reduceMean(square(difference)));
    }
}
