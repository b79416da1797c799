// T: f32, f16, i8, i64, bool
@GraphKernel
public static Tensor rows(
        @TensorType("T[n, c]") Tensor x, @TensorType("T[m, c]") Tensor y, @TensorType("T[k, c]") Tensor z) {
    return concat(0, z, concat(0, x, y), concat(0, y, x, z));
}

@GraphKernel
public static Tensor columns(@TensorType("T[n, c]") Tensor x, @TensorType("T[n, d]") Tensor y) {
    return concat(1, concat(-1, concat(1, x, y), y), x);
}
