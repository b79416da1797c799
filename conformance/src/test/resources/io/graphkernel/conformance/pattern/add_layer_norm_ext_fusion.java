// T: f32, f16, bf16, f64
public record Normal(Tensor y, Tensor mean, Tensor rstd, Tensor sum) {}

@GraphKernel
public static Tensor sumVanishes(
        @TensorType("T[n, d]") Tensor x1,
        @TensorType("T[n, d]") Tensor x2,
        @TensorType("T[d]") Tensor gamma,
        @TensorType("T[d]") Tensor beta) {
    return layerNormExt(add(x1, x2), new long[] {x1.dimension(1)}, gamma, beta, 1e-3).y();
}

@GraphKernel
public static Normal everythingIsRead(
        @TensorType("T[n, 3, 7]") Tensor x1,
        @TensorType("T[n, 3, 7]") Tensor x2,
        @TensorType("T[3, 7]") Tensor gamma,
        @TensorType("T[3, 7]") Tensor beta) {
    Tensor sum = add(x1, x2);
    var normal = layerNormExt(sum, new long[] {3, 7}, gamma, beta, 1e-3);
    return new Normal(normal.y(), normal.mean(), normal.rstd(), neg(sum));
}
