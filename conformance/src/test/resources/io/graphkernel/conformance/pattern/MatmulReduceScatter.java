// T: f32, f64, f16, bf16
@GraphKernel
public static Tensor partOfSum(@TensorType("T[m, k]") Tensor a, @TensorType("T[k, n]") Tensor b) {
    return reduceScatter(matMul(a, b), 1);
}

@GraphKernel
public static Tensor transposed(
        @TensorType("T[m, k]") Tensor a, @TensorType("T[n, k]") Tensor b, @TensorType("T[n]") Tensor bias) {
    return geLU(add(reduceScatter(matMul(a, b, false, true), 1), bias));
}
