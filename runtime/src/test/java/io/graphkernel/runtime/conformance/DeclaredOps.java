package io.graphkernel.runtime.conformance;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Kernels over declared dims: broadcasts that the compiler knows of, bool operands, and in-place updates. */
public final class DeclaredOps {

    private DeclaredOps() {}

    @GraphKernel
    public static Tensor subRow(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor y) {
        return Ops.sub(x, y);
    }

    @GraphKernel
    public static Tensor rowSub(@TensorType("f32[d]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
        return Ops.sub(x, y);
    }

    @GraphKernel
    public static Tensor subColumn(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, 1]") Tensor y) {
        return Ops.sub(x, y);
    }

    @GraphKernel
    public static Tensor columnSub(@TensorType("f32[n, 1]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
        return Ops.sub(x, y);
    }

    @GraphKernel
    public static Tensor subOuter(@TensorType("f32[n, 1]") Tensor x, @TensorType("f32[d]") Tensor y) {
        return Ops.sub(x, y);
    }

    @GraphKernel
    public static Tensor subScalar(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[]") Tensor y) {
        return Ops.sub(x, y);
    }

    @GraphKernel
    public static Tensor subFixed(@TensorType("f32[n, 3]") Tensor x, @TensorType("f32[3]") Tensor y) {
        return Ops.sub(x, y);
    }

    @GraphKernel
    public static Tensor subBlocks(@TensorType("f32[a, 1, c]") Tensor x, @TensorType("f32[b, 1]") Tensor y) {
        return Ops.sub(x, y);
    }

    @GraphKernel
    public static Tensor logicalAnd(@TensorType("bool[n, d]") Tensor x, @TensorType("bool[n, d]") Tensor y) {
        return Ops.logicalAnd(x, y);
    }

    @GraphKernel
    public static Tensor logicalOr(@TensorType("bool[n, d]") Tensor x, @TensorType("bool[n, d]") Tensor y) {
        return Ops.logicalOr(x, y);
    }

    @GraphKernel
    public static Tensor logicalXor(@TensorType("bool[n, d]") Tensor x, @TensorType("bool[n, d]") Tensor y) {
        return Ops.logicalXor(x, y);
    }

    @GraphKernel
    public static Tensor logicalAndRow(@TensorType("bool[n, d]") Tensor x, @TensorType("bool[d]") Tensor y) {
        return Ops.logicalAnd(x, y);
    }

    @GraphKernel
    public static Tensor logicalNot(@TensorType("bool[n, d]") Tensor x) {
        return Ops.logicalNot(x);
    }

    @GraphKernel
    public static Tensor select(
            @TensorType("bool[n, d]") Tensor condition,
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor y) {
        return Ops.select(condition, x, y);
    }

    @GraphKernel
    public static Tensor selectColumn(
            @TensorType("bool[n, 1]") Tensor condition,
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor y) {
        return Ops.select(condition, x, y);
    }

    @GraphKernel
    public static Tensor selectNumber(@TensorType("bool[n, d]") Tensor condition, @TensorType("f32[n, d]") Tensor x) {
        return Ops.select(condition, x, 0.5);
    }

    @GraphKernel
    public static Tensor castToBool(@TensorType("f32[n, d]") Tensor x) {
        return Ops.cast(x, DType.BOOL);
    }

    @GraphKernel
    public static Tensor castToNumber(@TensorType("bool[n, d]") Tensor x) {
        return Ops.cast(x, DType.F32);
    }

    @GraphKernel
    public static void assign(@TensorType("f32[n, d]") Tensor parameter, @TensorType("f32[n, d]") Tensor value) {
        Ops.assign(parameter, value);
    }

    @GraphKernel
    public static void assignRow(@TensorType("f32[n, d]") Tensor parameter, @TensorType("f32[d]") Tensor value) {
        Ops.assign(parameter, value);
    }
}
