// T: f32, bf16
// n: 1..1
@GraphKernel
public static Tensor listed(@TensorType("T[n, 8732, 21]") Tensor x) {
    return softmax(x, -1);
}
