// T: bf16, f16
public record Normal(Tensor y, Tensor sum) {}

@GraphKernel
public static Tensor sumVanishes(
        @TensorType("T[n, d]") Tensor x1, @TensorType("T[n, d]") Tensor x2, @TensorType("f32[d]") Tensor gamma) {
    return cast(rmsNorm(cast(add(x1, x2), DType.F32), gamma, 1e-3).y(), DType.T);
}

@GraphKernel
public static Normal sumIsRead(
        @TensorType("T[n, h, d]") Tensor x1,
        @TensorType("T[n, h, d]") Tensor x2,
        @TensorType("f32[d]") Tensor gamma) {
    Tensor sum = add(x1, x2);
    return new Normal(cast(rmsNorm(cast(sum, DType.F32), gamma, 1e-3).y(), DType.T), neg(sum));
}
