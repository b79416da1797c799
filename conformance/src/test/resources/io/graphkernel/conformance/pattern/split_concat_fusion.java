// T: f32, f16, i8, i64, bool
@GraphKernel
public static Tensor rowsSideBySide(@TensorType("T[12, c]") Tensor x) {
    Tensor[] parts = split(x, 4, 0);
    return concat(1, parts[0], parts[1], parts[2], parts[3]);
}

@GraphKernel
public static Tensor oneRowEach(@TensorType("T[2, c]") Tensor x) {
    Tensor[] parts = split(x, 2, -2);
    return concat(-1, parts[0], parts[1]);
}
