package row;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Products of rows and dequantized weights. */
public final class DequantizedProducts {

    private DequantizedProducts() {}

    @GraphKernel
    public static Tensor outputs(
            @TensorType("f32[m, 32 * g]") Tensor x,
            @TensorType("i8[n, g, 32]") Tensor w,
            @TensorType("f32[n, g, 1]") Tensor scale) {
        Tensor first = narrow(scale, 1, 0, 1);
        return matMul(x, reshape(mul(cast(w, DType.F32), first), w.dimension(0), -1), false, true);
    }

    @GraphKernel
    public static Tensor groups(
            @TensorType("f32[m, 32 * g]") Tensor x,
            @TensorType("i8[n, g, 32]") Tensor w,
            @TensorType("f32[n, g, 1]") Tensor scale) {
        return matMul(x, reshape(mul(cast(w, DType.F32), scale), w.dimension(0), -1), false, true);
    }

    @GraphKernel
    public static Tensor groupsOfColumns(
            @TensorType("f32[m, 32 * g]") Tensor x,
            @TensorType("i8[g, 32, n]") Tensor w,
            @TensorType("f32[g, 1, n]") Tensor scale) {
        return matMul(x, reshape(mul(cast(w, DType.F32), scale), -1, w.dimension(2)));
    }

    @GraphKernel
    public static Tensor halfScales(
            @TensorType("f32[m, 32 * g]") Tensor x,
            @TensorType("i8[n, g, 32]") Tensor w,
            @TensorType("f16[n, g, 1]") Tensor scale) {
        return matMul(x, reshape(mul(cast(w, DType.F32), cast(scale, DType.F32)), w.dimension(0), -1), false, true);
    }

    @GraphKernel
    public static Tensor zeroPoints(
            @TensorType("f32[m, 32 * g]") Tensor x,
            @TensorType("i8[n, g, 32]") Tensor w,
            @TensorType("f32[n, g, 1]") Tensor scale,
            @TensorType("i8[n, g, 1]") Tensor zero) {
        Tensor weight = mul(sub(cast(w, DType.F32), cast(zero, DType.F32)), scale);
        return matMul(x, reshape(weight, w.dimension(0), -1), false, true);
    }

    /** The lower four bits of 16 bytes are the first 16 elements of a group, and the upper ones the last. */
    @GraphKernel
    public static Tensor nibbles(
            @TensorType("f32[m, 32 * g]") Tensor x,
            @TensorType("u8[n, g, 16]") Tensor w,
            @TensorType("f32[n, g, 1]") Tensor scale) {
        Tensor shifts = Tensor.of(new int[] {0, 4}, 2, 1);
        Tensor bits = bitwiseAnd(rightShift(cast(expandDims(w, -2), DType.I32), shifts), 15);
        Tensor weight = mul(cast(sub(bits, 8), DType.F32), expandDims(scale, -2));
        return matMul(x, reshape(weight, w.dimension(0), -1), false, true);
    }

    @GraphKernel
    public static Tensor gated(
            @TensorType("f32[m, 32 * g]") Tensor x,
            @TensorType("i8[n, g, 32]") Tensor w,
            @TensorType("f32[n, g, 1]") Tensor scale) {
        Tensor weight = reshape(mul(cast(w, DType.F32), scale), w.dimension(0), -1);
        Tensor plain = reshape(cast(w, DType.F32), w.dimension(0), -1);
        return mul(siLU(matMul(x, weight, false, true)), matMul(x, plain, false, true));
    }

    @GraphKernel
    public static Tensor rowGradient(
            @TensorType("f32[m, 32 * g]") Tensor x,
            @TensorType("i8[n, g, 32]") Tensor w,
            @TensorType("f32[n, g, 1]") Tensor scale) {
        return gradient(() -> reduceSum(siLU(groups(x, w, scale))), x);
    }

    @GraphKernel
    public static Tensor scaleGradient(
            @TensorType("f32[m, 32 * g]") Tensor x,
            @TensorType("i8[n, g, 32]") Tensor w,
            @TensorType("f32[n, g, 1]") Tensor scale) {
        return gradient(() -> reduceSum(siLU(groups(x, w, scale))), scale);
    }
}
