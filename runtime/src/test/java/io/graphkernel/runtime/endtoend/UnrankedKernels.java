package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels whose operands have any shapes that broadcast together. */
public final class UnrankedKernels {

    private UnrankedKernels() {}

    /** Two results of different shapes. */
    public record Both(Tensor joint, Tensor first) {}

    @GraphKernel
    public static Tensor unary(Tensor x) {
        return sub(mul(x, x), 1.0);
    }

    @GraphKernel
    public static Tensor binary(Tensor x, Tensor y) {
        return sub(mul(x, 2.0), y);
    }

    @GraphKernel
    public static Tensor ternary(Tensor x, Tensor y, Tensor z) {
        return add(mul(sub(x, y), z), y);
    }

    @GraphKernel
    public static Tensor compare(Tensor x, Tensor y) {
        return less(x, y);
    }

    @GraphKernel
    public static Both both(Tensor x, Tensor y) {
        Tensor first = mul(x, 3.0);
        return new Both(add(first, y), first);
    }

    @GraphKernel
    public static Both jointAndScalar(Tensor x, @TensorType("f32[]") Tensor scale) {
        Tensor doubled = mul(scale, 2.0);
        return new Both(mul(x, doubled), doubled);
    }

    @GraphKernel
    public static Tensor scaled(Tensor x, Tensor y, @TensorType("f32[]") Tensor scale, float shift) {
        return add(mul(add(x, y), scale), shift);
    }

    @GraphKernel(flags = "--opt_level=0")
    public static Tensor unfused(Tensor x, Tensor y, Tensor z) {
        return add(mul(sub(x, y), z), y);
    }

    /** Kernels over unranked shapes, over ranked ones with a reduction, and over numbers, in one method. */
    @GraphKernel
    public static Both unrankedAndRanked(Tensor x, @TensorType("f32[n, d]") Tensor y) {
        return new Both(sub(mul(x, x), 1.0), sub(y, reduceMean(y, 0, KEEP_DIMS)));
    }

    @GraphKernel
    public static Tensor flip(@TensorType("bool[n]") Tensor x) {
        return logicalNot(x);
    }

    @GraphKernel
    public static Tensor count(@TensorType("bool[n]") Tensor x) {
        return reduceSum(select(x, 1f, 0f));
    }

    @GraphKernel
    public static Tensor rowSumsOfProduct(@TensorType("f32[n, 1]") Tensor column, @TensorType("f32[d]") Tensor row) {
        return reduceSum(mul(column, row), -1);
    }

    @GraphKernel
    public static Tensor columnSumsOfProduct(@TensorType("f32[n, 1]") Tensor column, @TensorType("f32[d]") Tensor row) {
        return reduceSum(mul(column, row), 0);
    }
}
