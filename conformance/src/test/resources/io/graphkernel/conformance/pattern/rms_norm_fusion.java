// T: f32, f64, f16, bf16
// d: 2..70
// gamma: 0.5..2
@GraphKernel
public static Tensor byDivision(@TensorType("T[n, d]") Tensor x, @TensorType("T[d]") Tensor gamma) {
    return mul(gamma, div(x, sqrt(add(reduceMean(pow(x, 2), -1, KEEP_DIMS), 0.25))));
}

@GraphKernel
public static Tensor byInverse(@TensorType("T[b, n, d]") Tensor x, @TensorType("T[d]") Tensor gamma) {
    return mul(mul(x, reciprocal(sqrt(add(reduceMean(mul(x, x), 2, KEEP_DIMS), 0.5)))), gamma);
}
