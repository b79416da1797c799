// T: f32, f16, bf16
// scale: 10..40
// offset: -5..5
@GraphKernel
public static Tensor alongRows(
        @TensorType("T[n, d]") Tensor x,
        @TensorType("T[d]") Tensor gamma,
        @TensorType("T[d]") Tensor scale,
        @TensorType("T[d]") Tensor offset) {
    return quantV2(rmsNorm(x, gamma, 1e-3).y(), scale, offset);
}

@GraphKernel
public static Tensor oneScale(
        @TensorType("T[n, h, d]") Tensor x,
        @TensorType("T[d]") Tensor gamma,
        @TensorType("T[]") Tensor scale,
        @TensorType("T[]") Tensor offset) {
    return quantV2(rmsNorm(x, gamma, 1e-3).y(), scale, offset);
}
