package row;

import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Products of rows and their gradients. The letters after the underscore are the operands, as in RowProgram. */
public final class RowProductsNAME {

    private RowProductsNAME() {}

    @GraphKernel
    public static Tensor plain_RW(@TensorType("DTYPE[ROWS, k]") Tensor x, @TensorType("DTYPE[k, n]") Tensor w) {
        return matMul(x, w);
    }

    @GraphKernel
    public static Tensor transposedWeight_RV(@TensorType("DTYPE[ROWS, k]") Tensor x, @TensorType("DTYPE[n, k]") Tensor w) {
        return matMul(x, w, false, true);
    }

    @GraphKernel
    public static Tensor transposedRows_TW(@TensorType("DTYPE[k, ROWS]") Tensor x, @TensorType("DTYPE[k, n]") Tensor w) {
        return matMul(x, w, true, false);
    }

    @GraphKernel
    public static Tensor bothTransposed_TV(@TensorType("DTYPE[k, ROWS]") Tensor x, @TensorType("DTYPE[n, k]") Tensor w) {
        return matMul(x, w, true, true);
    }

    @GraphKernel
    public static Tensor activated_RVN(
            @TensorType("DTYPE[ROWS, k]") Tensor x,
            @TensorType("DTYPE[n, k]") Tensor w,
            @TensorType("DTYPE[n]") Tensor bias) {
        return gelu(add(matMul(x, w, false, true), bias));
    }

    @GraphKernel
    public static Tensor residual_RWD(
            @TensorType("DTYPE[ROWS, k]") Tensor x,
            @TensorType("DTYPE[k, n]") Tensor w,
            @TensorType("DTYPE[ROWS, n]") Tensor y) {
        return add(matMul(x, w), y);
    }

    @GraphKernel
    public static Tensor gradient_RVD(
            @TensorType("DTYPE[ROWS, k]") Tensor x,
            @TensorType("DTYPE[n, k]") Tensor w,
            @TensorType("DTYPE[ROWS, n]") Tensor dy) {
        return gradient(() -> reduceSum(mul(matMul(x, w, false, true), dy)), x);
    }

    @GraphKernel
    public static Tensor gradient_RWD(
            @TensorType("DTYPE[ROWS, k]") Tensor x,
            @TensorType("DTYPE[k, n]") Tensor w,
            @TensorType("DTYPE[ROWS, n]") Tensor dy) {
        return gradient(() -> reduceSum(mul(matMul(x, w), dy)), x);
    }

    @GraphKernel
    public static Tensor batch_BC(@TensorType("DTYPE[b, ROWS, k]") Tensor x, @TensorType("DTYPE[b, k, n]") Tensor w) {
        return batchMatMul(x, w);
    }

    @GraphKernel
    public static Tensor batchTransposed_BG(
            @TensorType("DTYPE[b, ROWS, k]") Tensor x, @TensorType("DTYPE[b, n, k]") Tensor w) {
        return batchMatMul(x, w, false, true);
    }

    @GraphKernel
    public static Tensor sharedWeight_BV(@TensorType("DTYPE[b, ROWS, k]") Tensor x, @TensorType("DTYPE[n, k]") Tensor w) {
        return batchMatMul(x, w, false, true);
    }

    @GraphKernel
    public static Tensor dequantized_RQS(
            @TensorType("DTYPE[ROWS, k]") Tensor x,
            @TensorType("i8[n, k]") Tensor w,
            @TensorType("DTYPE[n, 1]") Tensor scale) {
        return matMul(x, mul(cast(w, DType.UPPER), scale), false, true);
    }

    @GraphKernel
    public static Tensor dequantizedColumns_RPN(
            @TensorType("DTYPE[ROWS, k]") Tensor x,
            @TensorType("i8[k, n]") Tensor w,
            @TensorType("DTYPE[n]") Tensor scale) {
        return matMul(x, mul(cast(w, DType.UPPER), scale));
    }

    @GraphKernel
    public static Tensor dequantizedTransposedRows_TPN(
            @TensorType("DTYPE[k, ROWS]") Tensor x,
            @TensorType("i8[k, n]") Tensor w,
            @TensorType("DTYPE[n]") Tensor scale) {
        return matMul(x, mul(cast(w, DType.UPPER), scale), true, false);
    }

    @GraphKernel
    public static Tensor dequantizedBatch_BQS(
            @TensorType("DTYPE[b, ROWS, k]") Tensor x,
            @TensorType("i8[n, k]") Tensor w,
            @TensorType("DTYPE[n, 1]") Tensor scale) {
        return batchMatMul(x, mul(cast(w, DType.UPPER), scale), false, true);
    }

    @GraphKernel
    public static Tensor dequantizedActivated_RQSND(
            @TensorType("DTYPE[ROWS, k]") Tensor x,
            @TensorType("i8[n, k]") Tensor w,
            @TensorType("DTYPE[n, 1]") Tensor scale,
            @TensorType("DTYPE[n]") Tensor bias,
            @TensorType("DTYPE[ROWS, n]") Tensor y) {
        return add(gelu(add(matMul(x, mul(cast(w, DType.UPPER), scale), false, true), bias)), y);
    }

    @GraphKernel
    public static Tensor dequantizedGradient_RQSD(
            @TensorType("DTYPE[ROWS, k]") Tensor x,
            @TensorType("i8[n, k]") Tensor w,
            @TensorType("DTYPE[n, 1]") Tensor scale,
            @TensorType("DTYPE[ROWS, n]") Tensor dy) {
        return gradient(() -> reduceSum(mul(matMul(x, mul(cast(w, DType.UPPER), scale), false, true), dy)), x);
    }

    @GraphKernel
    public static Tensor pointwise_IJ(
            @TensorType("DTYPE[ROWS, k, 2, 3]") Tensor x, @TensorType("DTYPE[n, k, 1, 1]") Tensor w) {
        return conv2D(x, w, new long[] {1, 1}, new long[] {0, 0, 0, 0}, new long[] {1, 1});
    }
}
