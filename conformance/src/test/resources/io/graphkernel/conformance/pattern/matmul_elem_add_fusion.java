// T: f32, f64, f16, bf16
@GraphKernel
public static Tensor after(
        @TensorType("T[m, k]") Tensor x, @TensorType("T[k, n]") Tensor w, @TensorType("T[n]") Tensor c) {
    return add(matMul(x, w), c);
}

@GraphKernel
public static Tensor computedInFront(
        @TensorType("T[m, k]") Tensor x, @TensorType("T[n, k]") Tensor w, @TensorType("T[n]") Tensor c) {
    return tanh(add(exp(c), matMul(x, w, false, true)));
}
