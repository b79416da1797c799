// T: f32, f64, f16, bf16
@GraphKernel
public static Tensor plain(@TensorType("T[m, k]") Tensor x, @TensorType("T[k, n]") Tensor w) {
    return reLU(matMul(x, w));
}

@GraphKernel
public static Tensor insideAChain(
        @TensorType("T[m, k]") Tensor x, @TensorType("T[n, k]") Tensor w, @TensorType("T[m, n]") Tensor r) {
    return add(reLU(matMul(x, w, false, true)), r);
}
