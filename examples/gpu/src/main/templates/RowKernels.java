package io.graphkernel.examples.gpu.${kit.dtype};

import static io.graphkernel.runtime.Ops.KEEP_DIMS;
import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.geLU;
import static io.graphkernel.runtime.Ops.matMul;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.pow;
import static io.graphkernel.runtime.Ops.promptFlashAttention;
import static io.graphkernel.runtime.Ops.reduceMean;
import static io.graphkernel.runtime.Ops.reduceSum;
import static io.graphkernel.runtime.Ops.rsqrt;
import static io.graphkernel.runtime.Ops.siLU;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Benchmarked kernels in ${kit.dtype}. Three packages have this class, for three dtypes, from one template. */
public final class RowKernels {
    private RowKernels() {}

    /** x · 2 + 1, the kernel of the launch benchmark. */
    @GraphKernel
    public static Tensor scaleShift(@TensorType("${kit.dtype}[n, d]") Tensor x) {
        return add(mul(x, 2f), 1f);
    }

    /** x + y. */
    @GraphKernel
    public static Tensor sum(@TensorType("${kit.dtype}[n, d]") Tensor x, @TensorType("${kit.dtype}[n, d]") Tensor y) {
        return add(x, y);
    }

    /** GeLU of x + bias. */
    @GraphKernel(gradient = true)
    public static Tensor biasGelu(@TensorType("${kit.dtype}[n, d]") Tensor x, @TensorType("${kit.dtype}[d]") Tensor bias) {
        return geLU(add(x, bias));
    }

    /** Layer normalization over the last dim. */
    @GraphKernel(gradient = true)
    public static Tensor layerNorm(
            @TensorType("${kit.dtype}[n, d]") Tensor x,
            @TensorType("${kit.dtype}[d]") Tensor gamma,
            @TensorType("${kit.dtype}[d]") Tensor beta) {
        return Ops.layerNorm(x, gamma, beta).y();
    }

    /** Softmax over the last dim. */
    @GraphKernel(gradient = true)
    public static Tensor softmax(@TensorType("${kit.dtype}[n, d]") Tensor x) {
        return Ops.softmax(x, -1);
    }

    /** Root-mean-square normalization over the last dim. */
    @GraphKernel(gradient = true)
    public static Tensor rmsNorm(@TensorType("${kit.dtype}[n, d]") Tensor x, @TensorType("${kit.dtype}[d]") Tensor gamma) {
        return mul(mul(x, rsqrt(add(reduceMean(square(x), -1, KEEP_DIMS), 1e-6f))), gamma);
    }

    /** SiLU of the gate times x. */
    @GraphKernel(gradient = true)
    public static Tensor swiGlu(@TensorType("${kit.dtype}[n, d]") Tensor gate, @TensorType("${kit.dtype}[n, d]") Tensor x) {
        return mul(siLU(gate), x);
    }

    /** The elementwise graph of the introduction: b = (2x)³, then (b - y) · b. */
    @GraphKernel(gradient = true)
    public static Tensor seedGraph(@TensorType("${kit.dtype}[n, d]") Tensor x, @TensorType("${kit.dtype}[n, d]") Tensor y) {
        Tensor b = pow(mul(x, 2.0), 3.0);
        return mul(sub(b, y), b);
    }

    /** Layer normalization of x + residual. */
    @GraphKernel
    public static Tensor addLayerNorm(
            @TensorType("${kit.dtype}[n, d]") Tensor x,
            @TensorType("${kit.dtype}[n, d]") Tensor residual,
            @TensorType("${kit.dtype}[d]") Tensor gamma,
            @TensorType("${kit.dtype}[d]") Tensor beta) {
        return Ops.layerNorm(add(x, residual), gamma, beta).y();
    }

    /** The transpose of a matrix. */
    @GraphKernel
    public static Tensor transpose(@TensorType("${kit.dtype}[n, d]") Tensor x) {
        return Ops.transpose(x, 1, 0);
    }

    /** The sum of each row. */
    @GraphKernel
    public static Tensor rowSum(@TensorType("${kit.dtype}[n, d]") Tensor x) {
        return reduceSum(x, 1);
    }

    /** The sum of each column. */
    @GraphKernel
    public static Tensor columnSum(@TensorType("${kit.dtype}[n, d]") Tensor x) {
        return reduceSum(x, 0);
    }

    /** Matrix multiplication. */
    @GraphKernel
    public static Tensor matmul(@TensorType("${kit.dtype}[m, k]") Tensor x, @TensorType("${kit.dtype}[k, n]") Tensor weight) {
        return matMul(x, weight);
    }

    /** GeLU of a linear layer. */
    @GraphKernel
    public static Tensor matmulBiasGelu(
            @TensorType("${kit.dtype}[m, k]") Tensor x,
            @TensorType("${kit.dtype}[k, n]") Tensor weight,
            @TensorType("${kit.dtype}[n]") Tensor bias) {
        return geLU(add(matMul(x, weight), bias));
    }

    /** Attention with an additive mask over heads of 64 elements. */
    @GraphKernel
    public static Tensor attention(
            @TensorType("${kit.dtype}[b, h, s, e]") Tensor query,
            @TensorType("${kit.dtype}[b, h, s, e]") Tensor key,
            @TensorType("${kit.dtype}[b, h, s, e]") Tensor value,
            @TensorType("${kit.dtype}[s, s]") Tensor mask) {
        return promptFlashAttention(query, key, value, mask, 0.125);
    }
}
