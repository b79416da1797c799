package row;

import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Ops on rows and their gradients. The letters after the underscore are the operands, as in RowProgram. */
public final class RowOpsNAME {

    private RowOpsNAME() {}

    @GraphKernel
    public static Tensor sum_R(@TensorType("DTYPE[ROWS, k]") Tensor x) {
        return reduceSum(x, -1);
    }

    @GraphKernel
    public static Tensor softmax_R(@TensorType("DTYPE[ROWS, k]") Tensor x) {
        return softmax(x);
    }

    @GraphKernel
    public static Tensor softmaxGradient_RE(
            @TensorType("DTYPE[ROWS, k]") Tensor x, @TensorType("DTYPE[ROWS, k]") Tensor dy) {
        return gradient(() -> reduceSum(mul(softmax(x), dy)), x);
    }

    @GraphKernel
    public static Tensor logSoftmaxGradient_RE(
            @TensorType("DTYPE[ROWS, k]") Tensor x, @TensorType("DTYPE[ROWS, k]") Tensor dy) {
        return gradient(() -> reduceSum(mul(logSoftmax(x), dy)), x);
    }

    @GraphKernel
    public static Tensor layerNorm_RK(@TensorType("DTYPE[ROWS, k]") Tensor x, @TensorType("DTYPE[k]") Tensor gamma) {
        return layerNorm(x, gamma, gamma, 1e-5).y();
    }

    @GraphKernel
    public static Tensor layerNormGradient_REK(
            @TensorType("DTYPE[ROWS, k]") Tensor x,
            @TensorType("DTYPE[ROWS, k]") Tensor dy,
            @TensorType("DTYPE[k]") Tensor gamma) {
        return gradient(() -> reduceSum(mul(layerNorm(x, gamma, gamma, 1e-5).y(), dy)), x);
    }

    @GraphKernel
    public static Tensor rmsNormGradient_REK(
            @TensorType("DTYPE[ROWS, k]") Tensor x,
            @TensorType("DTYPE[ROWS, k]") Tensor dy,
            @TensorType("DTYPE[k]") Tensor gamma) {
        return gradient(() -> reduceSum(mul(rmsNorm(x, gamma, 1e-5).y(), dy)), x);
    }

    @GraphKernel
    public static Tensor cumulativeSum_R(@TensorType("DTYPE[ROWS, k]") Tensor x) {
        return add(cumSum(x, -1), cumSum(x, -1, true, true));
    }

    @GraphKernel
    public static Tensor stridedSum_Z(@TensorType("DTYPE[ROWS, k, 3]") Tensor x) {
        return reduceSum(x, 1);
    }

    @GraphKernel
    public static Tensor storedSum_RE(@TensorType("DTYPE[ROWS, k]") Tensor x, @TensorType("DTYPE[ROWS, k]") Tensor y) {
        Tensor joined = add(x, y);
        return mul(joined, reduceSum(joined, -1, KEEP_DIMS));
    }

    @GraphKernel
    public static Tensor crossEntropyGradient_RE(
            @TensorType("DTYPE[ROWS, k]") Tensor x, @TensorType("DTYPE[ROWS, k]") Tensor label) {
        return gradient(() -> reduceSum(neg(reduceSum(mul(logSoftmax(x), label), -1))), x);
    }

    @GraphKernel
    public static Tensor lossGradient_RVD(
            @TensorType("DTYPE[ROWS, k]") Tensor x,
            @TensorType("DTYPE[n, k]") Tensor w,
            @TensorType("DTYPE[ROWS, n]") Tensor label) {
        return gradient(() -> reduceSum(mul(logSoftmax(matMul(x, w, false, true)), label)), x);
    }
}
