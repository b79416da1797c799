// T: f32, f16, i8, i64, bool
@GraphKernel
public static Tensor sizesOfAnother(@TensorType("T[n, 6]") Tensor x, @TensorType("T[2*n, 3]") Tensor like) {
    return reshape(reshape(x, -1), like.dimension(0), like.dimension(1));
}

@GraphKernel
public static Tensor threeInARow(@TensorType("T[n, 6]") Tensor x) {
    return reshape(reshape(reshape(x, -1), -1, 3), x.dimension(0), 2, 3);
}
