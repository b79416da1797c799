// T: f32, f16, bf16
// scale: 10..40
// offset: -5..5
public record Quantized(Tensor quantized, Tensor y, Tensor sum) {}

@GraphKernel
public static Tensor quantizedAlone(
        @TensorType("T[n, d]") Tensor x1,
        @TensorType("T[n, d]") Tensor x2,
        @TensorType("T[d]") Tensor gamma,
        @TensorType("T[d]") Tensor scale,
        @TensorType("T[d]") Tensor offset) {
    return quantV2(rmsNorm(add(x1, x2), gamma, 1e-3).y(), scale, offset);
}

@GraphKernel
public static Quantized everythingIsRead(
        @TensorType("T[n, h, d]") Tensor x1,
        @TensorType("T[n, h, d]") Tensor x2,
        @TensorType("T[d]") Tensor gamma,
        @TensorType("T[]") Tensor scale,
        @TensorType("T[d]") Tensor offset) {
    Tensor sum = add(x1, x2);
    Tensor y = rmsNorm(sum, gamma, 1e-3).y();
    return new Quantized(quantV2(y, scale, offset), neg(y), neg(sum));
}
