// T: f32, f64, f16, bf16
// d: 1..16
// s: 2..70
// t: 1..70
// query: -0.5..0.5
@GraphKernel
public static Tensor plain(
        @TensorType("T[b, 2, s, d]") Tensor query,
        @TensorType("T[b, 2, t, d]") Tensor key,
        @TensorType("T[b, 2, t, d]") Tensor value) {
    return batchMatMul(softmax(mul(batchMatMul(query, key, false, true), 0.375), -1), value);
}

@GraphKernel
public static Tensor masked(
        @TensorType("T[2, n, s, d]") Tensor query,
        @TensorType("T[2, n, t, d]") Tensor key,
        @TensorType("T[2, n, t, d]") Tensor value,
        @TensorType("T[2, 1, s, t]") Tensor mask) {
    Tensor scores = mul(0.375, batchMatMul(query, transpose(key, 0, 1, 3, 2)));
    return batchMatMul(softmax(add(mask, scores), 3), value);
}
