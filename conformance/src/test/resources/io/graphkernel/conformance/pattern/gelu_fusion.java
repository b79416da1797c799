// T: f32, f16, bf16, f64
// x: -6..6
@GraphKernel
public static Tensor errorFunction(@TensorType("T[n, d]") Tensor x, @TensorType("T[n, d]") Tensor y) {
    return add(mul(mul(x, add(erf(div(x, 1.4142135623730951)), 1)), 0.5), y);
}

@GraphKernel
public static Tensor tangent(@TensorType("T[n, d]") Tensor x) {
    return mul(mul(x, 0.5), add(tanh(mul(add(x, mul(pow(x, 3), 0.044715)), 0.7978845608028654)), 1));
}
