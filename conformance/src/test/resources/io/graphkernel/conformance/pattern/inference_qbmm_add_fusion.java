// T: f16, bf16
// b: 1..5
// x: -128..127
// w: -128..127
// scale: 0.001..0.004
@GraphKernel
public static Tensor after(
        @TensorType("i8[m, k]") Tensor x,
        @TensorType("i8[k, n]") Tensor w,
        @TensorType("f32[n]") Tensor scale,
        @TensorType("T[n]") Tensor c) {
    return add(quantBatchMatmul(x, w, scale, false, false, DType.T), c);
}

@GraphKernel
public static Tensor inFront(
        @TensorType("i8[b, m, k]") Tensor x,
        @TensorType("i8[n, k]") Tensor w,
        @TensorType("f32[n]") Tensor scale,
        @TensorType("T[n]") Tensor c) {
    return add(c, quantBatchMatmul(x, w, scale, false, true, DType.T));
}
