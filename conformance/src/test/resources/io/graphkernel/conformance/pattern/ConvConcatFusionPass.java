// T: f32, f16, bf16, f64
// n: 1..3
// c: 1..5
// h: 3..6
// w: 3..6
// k: 1..20
// m: 1..4
public record Both(Tensor joint, Tensor part) {}

@GraphKernel
public static Tensor branches(
        @TensorType("T[n, c, h, w]") Tensor x,
        @TensorType("T[k, c, 1, 1]") Tensor narrow,
        @TensorType("T[m, c, 3, 3]") Tensor wide) {
    return concat(1, conv2D(x, narrow), reLU(conv2D(x, wide, new long[] {1, 1}, new long[] {1, 1, 1, 1})));
}

@GraphKernel
public static Tensor besideKernels(
        @TensorType("T[n, c, h, w]") Tensor x,
        @TensorType("T[k, c, 1, 1]") Tensor weight,
        @TensorType("T[k]") Tensor bias) {
    Tensor images = siLU(biasAdd(conv2D(x, weight), bias));
    return neg(concat(-3, exp(x), images, x));
}

@GraphKernel
public static Tensor withinImages(
        @TensorType("T[n, c, h, w]") Tensor x,
        @TensorType("T[c, c, 1, 1]") Tensor first,
        @TensorType("T[c, c, 1, 1]") Tensor second,
        @TensorType("T[m, 2*c, h, w]") Tensor before) {
    return concat(0, before, concat(1, conv2D(x, first), conv2D(x, second)));
}

@GraphKernel
public static Both oneIsReadElsewhere(
        @TensorType("T[n, 4, h, w]") Tensor x,
        @TensorType("T[6, 2, 3, 3]") Tensor first,
        @TensorType("T[m, 4, 3, 3]") Tensor second) {
    Tensor part = conv2D(x, second);
    Tensor grouped = conv2D(x, first, new long[] {1, 1}, new long[] {0, 0, 0, 0}, new long[] {1, 1}, 2);
    return new Both(concat(1, grouped, part), neg(part));
}
