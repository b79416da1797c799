// T: f32, f16, bf16, f64
public record Normal(Tensor y, Tensor rstd, Tensor sum) {}

@GraphKernel
public static Tensor sumVanishes(
        @TensorType("T[n, d]") Tensor x1, @TensorType("T[n, d]") Tensor x2, @TensorType("T[d]") Tensor gamma) {
    return rmsNorm(add(x1, x2), gamma, 1e-3).y();
}

@GraphKernel
public static Normal everythingIsRead(
        @TensorType("T[n, h, d]") Tensor x1, @TensorType("T[n, h, d]") Tensor x2, @TensorType("T[h, d]") Tensor gamma) {
    Tensor sum = add(x1, x2);
    var normal = rmsNorm(sum, gamma, 1e-3);
    return new Normal(normal.y(), normal.rstd(), neg(sum));
}
