// T: f32, f64
// n: 1..3
// c: 1..5
// h: 1..6
// w: 1..6
// k: 1..20
// variance: 0.25..2
public record Both(Tensor active, Tensor normal) {}

@GraphKernel
public static Tensor normal(
        @TensorType("T[n, c, h, w]") Tensor x,
        @TensorType("T[k, c, 1, 1]") Tensor weight,
        @TensorType("T[k]") Tensor scale,
        @TensorType("T[k]") Tensor bias,
        @TensorType("T[k]") Tensor mean,
        @TensorType("T[k]") Tensor variance) {
    return batchNorm(conv2D(x, weight), scale, bias, mean, variance);
}

@GraphKernel
public static Both biasedAndActive(
        @TensorType("T[n, 4, h, w]") Tensor x,
        @TensorType("T[6, 2, 3, 3]") Tensor weight,
        @TensorType("T[6]") Tensor offset,
        @TensorType("T[6]") Tensor scale,
        @TensorType("T[6]") Tensor bias,
        @TensorType("T[6]") Tensor mean,
        @TensorType("T[6]") Tensor variance) {
    Tensor images = conv2D(x, weight, new long[] {1, 2}, new long[] {1, 1, 1, 1}, new long[] {1, 1}, 2);
    Tensor normal = batchNorm(biasAdd(images, offset), scale, bias, mean, variance, 1e-3);
    return new Both(reLU(normal), neg(normal));
}
