// T: f32, f16, bf16, f64
public record Sums(Tensor product, Tensor sum) {}

@GraphKernel
public static Tensor partsOfAParameter(@TensorType("T[3*n, d]") Tensor heads, @TensorType("T[n]") Tensor mask) {
    Tensor[] parts = split(heads, 3, 0);
    return matMul(add(matMul(parts[0], parts[1], false, true), mask), parts[2]);
}

@GraphKernel
public static Sums partsOfAProduct(@TensorType("T[10, k]") Tensor x, @TensorType("T[k, d]") Tensor weight) {
    Tensor whole = matMul(x, weight);
    Tensor[] parts = split(whole, 2, 0);
    Tensor sum = reduceSum(whole, axes(1), true);
    return new Sums(matMul(parts[0], parts[1], true, false), matMul(split(sum, 2, 0)[1], parts[0], true, false));
}

@GraphKernel
public static Tensor partsOfAReduction(@TensorType("T[4, 8, n, d]") Tensor x, @TensorType("T[n, m]") Tensor weight) {
    Tensor sums = reduceSum(x, axes(3), false);
    return matMul(reshape(slice(sums, new long[] {2, 1, 0}, new long[] {1, 6, -1}), 6, -1), weight);
}

@GraphKernel
public static Tensor imagesAndFilters(
        @TensorType("T[n, 3, 7, 9]") Tensor images, @TensorType("T[6, 3, 3, 2]") Tensor filters) {
    return conv2D(slice(images, new long[] {1, 0, 0, 0}, new long[] {-1, 3, 7, 9}), split(filters, 3, 0)[2]);
}
