package io.graphkernel.examples.benchmarks.contraction;

import static io.graphkernel.runtime.Ops.cast;
import static io.graphkernel.runtime.Ops.matMul;
import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/** Matmuls of few rows; those whose names end in {@code Call} are library calls. */
public final class ContractionOps {

    private static final String LOOP = "--row_invariant=false";

    private static final String CALL = "--disable_pass=contraction_loops";

    private ContractionOps() {}

    /** One row of f32. */
    @GraphKernel(flags = LOOP)
    public static Tensor row(@TensorType("f32[1, k]") Tensor x, @TensorType("f32[n, k]") Tensor w) {
        return matMul(x, w, false, true);
    }

    /** One row of f32. */
    @GraphKernel
    public static Tensor rowCall(@TensorType("f32[1, k]") Tensor x, @TensorType("f32[n, k]") Tensor w) {
        return matMul(x, w, false, true);
    }

    /** Four rows of f32. */
    @GraphKernel(flags = LOOP)
    public static Tensor rows(@TensorType("f32[4, k]") Tensor x, @TensorType("f32[n, k]") Tensor w) {
        return matMul(x, w, false, true);
    }

    /** Four rows of f32. */
    @GraphKernel
    public static Tensor rowsCall(@TensorType("f32[4, k]") Tensor x, @TensorType("f32[n, k]") Tensor w) {
        return matMul(x, w, false, true);
    }

    /** One row of f32 by a matrix whose rows are the terms. */
    @GraphKernel(flags = LOOP)
    public static Tensor column(@TensorType("f32[1, k]") Tensor x, @TensorType("f32[k, n]") Tensor w) {
        return matMul(x, w);
    }

    /** One row of f32 by a matrix whose rows are the terms. */
    @GraphKernel
    public static Tensor columnCall(@TensorType("f32[1, k]") Tensor x, @TensorType("f32[k, n]") Tensor w) {
        return matMul(x, w);
    }

    /** Four rows of f32 by a matrix whose rows are the terms. */
    @GraphKernel(flags = LOOP)
    public static Tensor columns(@TensorType("f32[4, k]") Tensor x, @TensorType("f32[k, n]") Tensor w) {
        return matMul(x, w);
    }

    /** Four rows of f32 by a matrix whose rows are the terms. */
    @GraphKernel
    public static Tensor columnsCall(@TensorType("f32[4, k]") Tensor x, @TensorType("f32[k, n]") Tensor w) {
        return matMul(x, w);
    }

    /** One row of bf16. */
    @GraphKernel(flags = LOOP)
    public static Tensor halfRow(@TensorType("bf16[1, k]") Tensor x, @TensorType("bf16[n, k]") Tensor w) {
        return matMul(x, w, false, true);
    }

    /** One row of bf16. */
    @GraphKernel
    public static Tensor halfRowCall(@TensorType("bf16[1, k]") Tensor x, @TensorType("bf16[n, k]") Tensor w) {
        return matMul(x, w, false, true);
    }

    /** Four rows of bf16. */
    @GraphKernel(flags = LOOP)
    public static Tensor halfRows(@TensorType("bf16[4, k]") Tensor x, @TensorType("bf16[n, k]") Tensor w) {
        return matMul(x, w, false, true);
    }

    /** Four rows of bf16. */
    @GraphKernel
    public static Tensor halfRowsCall(@TensorType("bf16[4, k]") Tensor x, @TensorType("bf16[n, k]") Tensor w) {
        return matMul(x, w, false, true);
    }

    /** One row by an i8 matrix with a scale per output. */
    @GraphKernel(flags = LOOP)
    public static Tensor quantizedRow(
            @TensorType("f32[1, k]") Tensor x,
            @TensorType("i8[n, k]") Tensor w,
            @TensorType("f32[n, 1]") Tensor scale) {
        return matMul(x, mul(cast(w, DType.F32), scale), false, true);
    }

    /** One row by an i8 matrix with a scale per output. */
    @GraphKernel(flags = CALL)
    public static Tensor quantizedRowCall(
            @TensorType("f32[1, k]") Tensor x,
            @TensorType("i8[n, k]") Tensor w,
            @TensorType("f32[n, 1]") Tensor scale) {
        return matMul(x, mul(cast(w, DType.F32), scale), false, true);
    }

    /** Four rows by an i8 matrix with a scale per output. */
    @GraphKernel(flags = LOOP)
    public static Tensor quantizedRows(
            @TensorType("f32[4, k]") Tensor x,
            @TensorType("i8[n, k]") Tensor w,
            @TensorType("f32[n, 1]") Tensor scale) {
        return matMul(x, mul(cast(w, DType.F32), scale), false, true);
    }

    /** Four rows by an i8 matrix with a scale per output. */
    @GraphKernel(flags = CALL)
    public static Tensor quantizedRowsCall(
            @TensorType("f32[4, k]") Tensor x,
            @TensorType("i8[n, k]") Tensor w,
            @TensorType("f32[n, 1]") Tensor scale) {
        return matMul(x, mul(cast(w, DType.F32), scale), false, true);
    }
}
