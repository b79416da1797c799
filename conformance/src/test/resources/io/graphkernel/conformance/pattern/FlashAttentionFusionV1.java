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
    return batchMatMul(softmax(realDiv(batchMatMul(query, transpose(key, 0, 1, 3, 2)), 3), -1), value);
}

@GraphKernel
public static Tensor invertedMask(
        @TensorType("T[2, n, s, d]") Tensor query,
        @TensorType("T[2, n, t, d]") Tensor key,
        @TensorType("T[2, n, t, d]") Tensor value,
        @TensorType("T[2, 1, 1, t]") Tensor mask) {
    Tensor scores = div(batchMatMul(query, key, false, true), 3);
    return batchMatMul(softmax(add(scores, mul(sub(1, mask), -2)), -1), value);
}
