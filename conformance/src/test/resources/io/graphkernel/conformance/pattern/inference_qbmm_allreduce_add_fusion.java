// T: f16, bf16
// a: -20..20
// b: -20..20
// scale: 0.001..0.002
@GraphKernel
public static Tensor biasOnce(
        @TensorType("i8[m, k]") Tensor a,
        @TensorType("i8[k, n]") Tensor b,
        @TensorType("f32[n]") Tensor scale,
        @TensorType("T[n]") Tensor bias) {
    return add(allReduce(quantBatchMatmul(a, b, scale, false, false, DType.T)), bias);
}

@GraphKernel
public static Tensor biasFirst(
        @TensorType("i8[s, m, k]") Tensor a,
        @TensorType("i8[n, k]") Tensor b,
        @TensorType("f32[n]") Tensor scale,
        @TensorType("T[n]") Tensor bias) {
    return reLU(add(bias, allReduce(quantBatchMatmul(a, b, scale, false, true, DType.T))));
}
