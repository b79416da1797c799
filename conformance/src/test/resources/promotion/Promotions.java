package promotion;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Kernels that promote operands of different dtypes. */
public final class Promotions {

    /** A number takes the promoted dtype of the tensors. */
    @GraphKernel(promote = Promotion.PYTORCH)
    public static Tensor clipped(
            @TensorType("i32[n]") Tensor x, @TensorType("f32[n]") Tensor low, @TensorType("f16[]") Tensor high) {
        return add(clip(x, low, high), lerp(x, low, 0.25));
    }

    /** Tensors without axes count by their categories alone: f16 for the product with f64, and f16 for the sum. */
    @GraphKernel(promote = Promotion.PYTORCH)
    public static Tensor scaled(
            @TensorType("f16[n]") Tensor x, @TensorType("f64[]") Tensor scale, @TensorType("i32[n]") Tensor count) {
        return concat(0, mul(x, scale), mul(count, cast(scale, DType.F16)), mul(reduceSum(x), x));
    }

    @GraphKernel(promote = Promotion.PYTORCH)
    public static Tensor product(@TensorType("f16[m, k]") Tensor a, @TensorType("f32[k, n]") Tensor b) {
        return matMul(a, b);
    }

    /** Three dtypes, of which none is the promoted one. */
    @GraphKernel(promote = Promotion.PYTORCH)
    public static Tensor joined(
            @TensorType("u8[n]") Tensor a, @TensorType("i8[n]") Tensor b, @TensorType("bool[n]") Tensor c) {
        return concat(0, a, b, c);
    }

    /** The method without annotation has the rule of its caller, the kernel its own. */
    @GraphKernel(promote = Promotion.NUMPY)
    public static Tensor nested(@TensorType("i32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return mul(helper(x, y), byPyTorch(x, y));
    }

    private static Tensor helper(Tensor x, Tensor y) {
        return sub(x, y);
    }

    @GraphKernel(promote = Promotion.PYTORCH)
    public static Tensor byPyTorch(@TensorType("i32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return sub(x, y);
    }

    @GraphKernel(promote = Promotion.PYTORCH)
    public static Tensor looped(@TensorType("f32[t, n]") Tensor x, @TensorType("bf16[n]") Tensor rate) {
        Tensor h = fillV2(0f, x.dimension(1));
        for (long i = 0; i < x.dimension(0); i++) {
            h = add(mul(h, rate), squeeze(narrow(x, 0, i, 1), 0));
        }
        return h;
    }

    @GraphKernel(gradient = true, promote = Promotion.PYTORCH)
    public static Tensor loss(
            @TensorType("f32[n]") Tensor x, @TensorType("f16[n]") Tensor w, @TensorType("i32[n]") Tensor scale) {
        return reduceSum(mul(mul(x, w), scale));
    }

    private Promotions() {}
}
