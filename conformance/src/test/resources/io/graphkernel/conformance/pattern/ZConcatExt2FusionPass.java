// T: f32, f16, i8, i64, bool
// n: 1..4
// m: 1..3
// c: 1..9
@GraphKernel
public static Tensor rows(@TensorType("T[n, c]") Tensor x, @TensorType("T[m, c]") Tensor y) {
    return concat(0,
            y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x,
            y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y);
}

@GraphKernel
public static Tensor columns(@TensorType("T[c, n]") Tensor x, @TensorType("T[c, m]") Tensor y) {
    return concat(-1,
            y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x,
            y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, y, x,
            x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x,
            x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y, x, x, y);
}
