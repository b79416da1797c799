// T: f32
// n: 1..5
// o: 1..5
// c: 1..4
// h: 1..5
// w: 1..5
@GraphKernel
public static Tensor wholeImage(@TensorType("T[n, c, h, w]") Tensor x, @TensorType("T[o, c, h, w]") Tensor weight) {
    return conv2D(x, weight);
}

@GraphKernel
public static Tensor strides(@TensorType("T[n, 3, 4, 5]") Tensor x, @TensorType("T[o, 3, 4, 5]") Tensor weight) {
    return reLU(conv2D(x, weight, 2, 3));
}
