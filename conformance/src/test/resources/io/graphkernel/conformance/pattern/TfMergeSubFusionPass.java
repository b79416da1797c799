// T: i8, u8
// weight: 0..100
@GraphKernel
public static Tensor ofFloats(@TensorType("f32[n, k]") Tensor x, @TensorType("T[k, m]") Tensor weight) {
    return matMul(x, mul(sub(cast(weight, DType.F32), 3.5), 0.02));
}

@GraphKernel
public static Tensor givenAtTheCall(
        @TensorType("T[k, m]") Tensor weight, @TensorType("f32[]") Tensor offset, @TensorType("f32[]") Tensor scale) {
    return mul(scale, sub(cast(weight, DType.F32), offset));
}

@GraphKernel
public static Tensor ofIntegers(@TensorType("T[n, k, m]") Tensor weight) {
    return mul(cast(sub(cast(weight, DType.I32), -7), DType.F32), 0.25);
}
