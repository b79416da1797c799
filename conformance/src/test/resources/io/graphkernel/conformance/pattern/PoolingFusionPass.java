// T: f32, f64, f16, bf16
@GraphKernel
public static Tensor inside(@TensorType("T[2, 3, 8, 9]") Tensor x) {
    return avgPool(x, new long[] {2, 3}, new long[] {2, 3}, new long[] {0, 0, 0, 0}, false);
}

@GraphKernel
public static Tensor padded(@TensorType("T[1, 17, 7, 5]") Tensor x) {
    return neg(avgPool(exp(x), new long[] {3, 3}, new long[] {1, 2}, new long[] {1, 1, 0, 2}));
}
