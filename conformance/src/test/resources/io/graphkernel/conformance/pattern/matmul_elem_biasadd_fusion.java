// T: f32, f64, f16, bf16
@GraphKernel
public static Tensor bias(
        @TensorType("T[m, k]") Tensor x, @TensorType("T[k, n]") Tensor w, @TensorType("T[n]") Tensor c) {
    return biasAdd(matMul(x, w), c);
}

@GraphKernel
public static Tensor transposed(
        @TensorType("T[k, m]") Tensor x,
        @TensorType("T[n, k]") Tensor w,
        @TensorType("T[n]") Tensor c,
        @TensorType("T[m, n]") Tensor r) {
    return mul(biasAdd(matMul(x, w, true, true), c), r);
}
