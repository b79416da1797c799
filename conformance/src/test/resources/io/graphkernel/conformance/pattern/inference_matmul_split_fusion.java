// T: f32, f16, bf16, f64
// k: 1..40
// n: 9..9
public record Parts(Tensor first, Tensor second) {}

public record Heads(Tensor query, Tensor key, Tensor value) {}

@GraphKernel
public static Parts halves(@TensorType("T[m, k]") Tensor x, @TensorType("T[6, k]") Tensor weight) {
    Tensor[] parts = split(matMul(x, weight, false, true), 2, -1);
    return new Parts(parts[0], parts[1]);
}

@GraphKernel
public static Heads biasAndReshape(
        @TensorType("T[b, s, k]") Tensor x, @TensorType("T[n, k]") Tensor weight, @TensorType("T[n]") Tensor bias) {
    Tensor rows = reshape(x, -1, x.dimension(2));
    Tensor sum = add(matMul(rows, weight, false, true), bias);
    Tensor[] parts = split(reshape(sum, x.dimension(0), x.dimension(1), -1), 3, 2);
    return new Heads(parts[0], parts[1], parts[2]);
}

@GraphKernel
public static Heads gateOfUnequalParts(
        @TensorType("T[m, k]") Tensor x, @TensorType("T[12, k]") Tensor weight, @TensorType("T[12]") Tensor bias) {
    Tensor sum = biasAdd(matMul(x, weight, false, true), bias);
    Tensor[] parts = splitWithSize(sum, new long[] {1, 7, 4}, 1);
    return new Heads(neg(parts[0]), siLU(parts[1]), mul(parts[2], parts[2]));
}

@GraphKernel
public static Parts quantized(
        @TensorType("i8[m, k]") Tensor x, @TensorType("i8[10, k]") Tensor weight, @TensorType("f32[10]") Tensor scale) {
    Tensor[] parts = split(quantBatchMatmul(x, weight, scale, false, true, DType.T), 2, 1);
    return new Parts(parts[0], siLU(parts[1]));
}
