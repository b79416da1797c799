// T: f32, f64, f16, bf16
// b: 1..5
@GraphKernel(flags = "--disable_pass=matmul_elem_add_fusion,matmul_elem_biasadd_fusion")
public static Tensor added(
        @TensorType("T[m, k]") Tensor x, @TensorType("T[k, n]") Tensor w, @TensorType("T[n]") Tensor c) {
    return add(c, matMul(x, w));
}

@GraphKernel(flags = "--disable_pass=matmul_elem_add_fusion,matmul_elem_biasadd_fusion")
public static Tensor bias(
        @TensorType("T[m, k]") Tensor x, @TensorType("T[k, n]") Tensor w, @TensorType("T[n]") Tensor c) {
    return biasAdd(matMul(x, w), c);
}

@GraphKernel
public static Tensor batches(
        @TensorType("T[b, m, k]") Tensor x, @TensorType("T[k, n]") Tensor w, @TensorType("T[n]") Tensor c) {
    return biasAdd(batchMatMul(x, w), c, DataFormat.NHWC);
}
