// T: f32, f64, f16, bf16
// d: 2..70
// gamma: 0.5..2
@GraphKernel
public static Tensor byDivision(
        @TensorType("T[n, d]") Tensor x, @TensorType("T[d]") Tensor gamma, @TensorType("T[d]") Tensor beta) {
    Tensor centred = sub(x, reduceMean(x, -1, KEEP_DIMS));
    Tensor variance = reduceMean(pow(centred, 2), -1, KEEP_DIMS);
    return add(mul(div(centred, sqrt(add(variance, 0.25))), gamma), beta);
}

@GraphKernel
public static Tensor byInverse(
        @TensorType("T[b, n, d]") Tensor x, @TensorType("T[d]") Tensor gamma, @TensorType("T[d]") Tensor beta) {
    Tensor centred = sub(x, reduceMean(x, 2, KEEP_DIMS));
    Tensor variance = reduceMean(mul(centred, centred), 2, KEEP_DIMS);
    return add(beta, mul(gamma, mul(centred, rsqrt(add(0.5, variance)))));
}
