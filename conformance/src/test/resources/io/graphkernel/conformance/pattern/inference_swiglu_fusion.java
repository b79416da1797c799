// T: f32, f16, bf16, f64
// x: -6..6
@GraphKernel
public static Tensor firstHalf(@TensorType("T[n, 2*d]") Tensor x, @TensorType("T[n, d]") Tensor y) {
    Tensor[] halves = split(x, 2, -1);
    return add(mul(siLU(halves[0]), halves[1]), y);
}

@GraphKernel
public static Tensor secondHalf(@TensorType("T[2*n, d]") Tensor x, @TensorType("T[n, d]") Tensor y) {
    Tensor[] halves = split(x, 2, 0);
    return add(mul(halves[0], siLU(halves[1])), y);
}
