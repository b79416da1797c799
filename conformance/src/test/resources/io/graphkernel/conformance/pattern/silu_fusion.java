// T: f32, f16, bf16, f64
// x: -6..6
@GraphKernel
public static Tensor gated(@TensorType("T[n, d]") Tensor x, @TensorType("T[n, d]") Tensor y) {
    return mul(mul(x, sigmoid(x)), y);
}
