package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels without reductions, over ranked shapes. */
public final class ElementwiseKernels {

    private ElementwiseKernels() {}

    /** Results of one call that differ in shape. */
    public record WholeAndScalar(Tensor whole, Tensor scalar) {}

    @GraphKernel
    public static Tensor flat(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
        return mul(sub(x, y), x);
    }

    @GraphKernel
    public static Tensor vector(@TensorType("f32[n]") Tensor x, @TensorType("f32[]") Tensor scale) {
        return add(mul(x, scale), 1.0);
    }

    @GraphKernel
    public static Tensor scalars(@TensorType("f32[]") Tensor x, @TensorType("f32[]") Tensor y) {
        return sub(mul(x, y), y);
    }

    @GraphKernel
    public static Tensor rowVector(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor bias) {
        return tanh(add(x, bias));
    }

    @GraphKernel
    public static Tensor columnVector(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, 1]") Tensor scale) {
        return mul(x, scale);
    }

    @GraphKernel
    public static Tensor everyBroadcast(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor row,
            @TensorType("f32[n, 1]") Tensor column,
            @TensorType("f32[1, d]") Tensor unitRow,
            @TensorType("f32[]") Tensor scalar,
            @TensorType("f32[1, 1]") Tensor unit) {
        return add(sub(mul(add(x, row), column), mul(unitRow, scalar)), unit);
    }

    @GraphKernel
    public static Tensor outer(@TensorType("f32[n, 1]") Tensor column, @TensorType("f32[d]") Tensor row) {
        return sub(mul(column, row), row);
    }

    @GraphKernel
    public static Tensor rank3(
            @TensorType("f32[a, b, c]") Tensor x,
            @TensorType("f32[a, 1, c]") Tensor skipsMiddle,
            @TensorType("f32[b, 1]") Tensor middle,
            @TensorType("f32[c]") Tensor last) {
        return sub(mul(add(x, skipsMiddle), middle), last);
    }

    @GraphKernel
    public static Tensor rank3Leading(@TensorType("f32[a, b, c]") Tensor x, @TensorType("f32[a, 1, 1]") Tensor first) {
        return mul(x, first);
    }

    @GraphKernel
    public static Tensor rank4(
            @TensorType("f32[a, b, c, d]") Tensor x,
            @TensorType("f32[a, 1, c, 1]") Tensor alternate,
            @TensorType("f32[b, 1, d]") Tensor otherAlternate,
            @TensorType("f32[a, 1, 1, d]") Tensor ends) {
        return sub(mul(add(x, alternate), otherAlternate), ends);
    }

    @GraphKernel
    public static Tensor rank4Middle(
            @TensorType("f32[a, b, c, d]") Tensor x,
            @TensorType("f32[b, c, 1]") Tensor middle,
            @TensorType("f32[c, d]") Tensor last) {
        return add(mul(x, middle), last);
    }

    @GraphKernel
    public static Tensor clip(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor low, @TensorType("f32[n, 1]") Tensor high) {
        return select(less(x, low), low, select(greater(x, high), high, x));
    }

    @GraphKernel
    public static Tensor predicate(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor low) {
        return logicalOr(less(x, low), greater(x, 1.0));
    }

    @GraphKernel
    public static Tensor masked(
            @TensorType("bool[n, d]") Tensor mask,
            @TensorType("bool[n, 1]") Tensor rows,
            @TensorType("bool[d]") Tensor columns,
            @TensorType("f32[n, d]") Tensor x) {
        return select(logicalAnd(mask, logicalOr(rows, columns)), x, mul(x, 0.5));
    }

    /** Bounds at 0 of values whose sign is known: compilers like to simplify these. */
    @GraphKernel
    public static Tensor bounds(@TensorType("f32[n, d]") Tensor x) {
        Tensor size = abs(x);
        Tensor upper = add(reLU(size), maximum(size, 0.0));
        return add(add(upper, minimum(neg(size), 0.0)), minimum(0.0, neg(square(x))));
    }

    @GraphKernel
    public static Tensor fixed(@TensorType("f32[n, 3]") Tensor x, @TensorType("f32[3]") Tensor row) {
        return add(x, row);
    }

    @GraphKernel
    public static WholeAndScalar wholeAndScalar(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[]") Tensor scale) {
        Tensor doubled = mul(scale, 2.0);
        return new WholeAndScalar(mul(x, doubled), doubled);
    }

    @GraphKernel
    public static WholeAndScalar rowsAndScalar(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor bias, @TensorType("f32[]") Tensor scale) {
        Tensor doubled = mul(scale, 2.0);
        return new WholeAndScalar(mul(add(x, bias), doubled), doubled);
    }
}
