// T: f32, f64, f16, bf16
@GraphKernel
public static Tensor productOfRows(@TensorType("T[m, k]") Tensor a, @TensorType("T[k, n]") Tensor b) {
    return matMul(allGather(a, 1), b);
}

@GraphKernel
public static Tensor transposed(
        @TensorType("T[m, k]") Tensor a, @TensorType("T[n, k]") Tensor b, @TensorType("T[n]") Tensor bias) {
    return add(matMul(allGather(a, 1), b, false, true), bias);
}
