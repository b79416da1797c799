// T: f32, f16, bf16, f64
public record Normal(Tensor y, Tensor mean, Tensor variance, Tensor sum) {}

@GraphKernel
public static Tensor sumVanishes(
        @TensorType("T[n, d]") Tensor x1,
        @TensorType("T[n, d]") Tensor x2,
        @TensorType("T[d]") Tensor gamma,
        @TensorType("T[d]") Tensor beta) {
    return layerNorm(add(x1, x2), gamma, beta, 1e-3).y();
}

@GraphKernel
public static Normal everythingIsRead(
        @TensorType("T[n, h, d]") Tensor x1,
        @TensorType("T[n, h, d]") Tensor x2,
        @TensorType("T[h, d]") Tensor gamma,
        @TensorType("T[h, d]") Tensor beta) {
    Tensor sum = add(x1, x2);
    var normal = layerNorm(sum, gamma, beta, 1e-3, 1, 1);
    return new Normal(normal.y(), normal.mean(), normal.variance(), neg(sum));
}
