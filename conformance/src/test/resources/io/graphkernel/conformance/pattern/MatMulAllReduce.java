// T: f32, f64, f16, bf16
@GraphKernel
public static Tensor sumOfProducts(@TensorType("T[m, k]") Tensor a, @TensorType("T[k, n]") Tensor b) {
    return allReduce(matMul(a, b));
}

@GraphKernel
public static Tensor transposed(
        @TensorType("T[m, k]") Tensor a, @TensorType("T[n, k]") Tensor b, @TensorType("T[n]") Tensor bias) {
    return add(allReduce(matMul(a, b, false, true)), bias);
}

@GraphKernel
public static Tensor reshaped(@TensorType("T[b, s, k]") Tensor x, @TensorType("T[k, n]") Tensor weight) {
    Tensor rows = reshape(x, x.dimension(0) * x.dimension(1), x.dimension(2));
    Tensor product = reshape(matMul(rows, weight), x.dimension(0), x.dimension(1), weight.dimension(1));
    return geLU(allReduce(product));
}
