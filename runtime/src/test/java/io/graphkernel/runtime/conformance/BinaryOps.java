package io.graphkernel.runtime.conformance;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** One kernel per elementwise op with two operands of any shapes, and some with a number. */
public final class BinaryOps {

    private BinaryOps() {}

    @GraphKernel
    public static Tensor add(Tensor x, Tensor y) {
        return Ops.add(x, y);
    }

    @GraphKernel
    public static Tensor sub(Tensor x, Tensor y) {
        return Ops.sub(x, y);
    }

    @GraphKernel
    public static Tensor mul(Tensor x, Tensor y) {
        return Ops.mul(x, y);
    }

    @GraphKernel
    public static Tensor realDiv(Tensor x, Tensor y) {
        return Ops.realDiv(x, y);
    }

    @GraphKernel
    public static Tensor div(Tensor x, Tensor y) {
        return Ops.div(x, y);
    }

    @GraphKernel
    public static Tensor floorDiv(Tensor x, Tensor y) {
        return Ops.floorDiv(x, y);
    }

    @GraphKernel
    public static Tensor floorMod(Tensor x, Tensor y) {
        return Ops.floorMod(x, y);
    }

    @GraphKernel
    public static Tensor mod(Tensor x, Tensor y) {
        return Ops.mod(x, y);
    }

    @GraphKernel
    public static Tensor maximum(Tensor x, Tensor y) {
        return Ops.maximum(x, y);
    }

    @GraphKernel
    public static Tensor minimum(Tensor x, Tensor y) {
        return Ops.minimum(x, y);
    }

    @GraphKernel
    public static Tensor pow(Tensor x, Tensor y) {
        return Ops.pow(x, y);
    }

    @GraphKernel
    public static Tensor equal(Tensor x, Tensor y) {
        return Ops.equal(x, y);
    }

    @GraphKernel
    public static Tensor notEqual(Tensor x, Tensor y) {
        return Ops.notEqual(x, y);
    }

    @GraphKernel
    public static Tensor greater(Tensor x, Tensor y) {
        return Ops.greater(x, y);
    }

    @GraphKernel
    public static Tensor greaterEqual(Tensor x, Tensor y) {
        return Ops.greaterEqual(x, y);
    }

    @GraphKernel
    public static Tensor less(Tensor x, Tensor y) {
        return Ops.less(x, y);
    }

    @GraphKernel
    public static Tensor lessEqual(Tensor x, Tensor y) {
        return Ops.lessEqual(x, y);
    }

    @GraphKernel
    public static Tensor broadcastLike(Tensor x, Tensor like) {
        return Ops.broadcastLike(x, like);
    }

    @GraphKernel
    public static Tensor atan2(Tensor y, Tensor x) {
        return Ops.atan2(y, x);
    }

    @GraphKernel
    public static Tensor numberMinus(Tensor x) {
        return Ops.sub(1.0, x);
    }

    @GraphKernel
    public static Tensor overNumber(Tensor x) {
        return Ops.realDiv(x, 3.0);
    }

    @GraphKernel
    public static Tensor powTwo(Tensor x) {
        return Ops.pow(x, 2.0);
    }

    @GraphKernel
    public static Tensor powThree(Tensor x) {
        return Ops.pow(x, 3.0);
    }

    @GraphKernel
    public static Tensor powHalf(Tensor x) {
        return Ops.pow(x, 0.5);
    }
}
