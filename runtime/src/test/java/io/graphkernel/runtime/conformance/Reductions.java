package io.graphkernel.runtime.conformance;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Reductions along rows, along columns and over everything. */
public final class Reductions {

    private Reductions() {}

    @GraphKernel
    public static Tensor reduceSumRows(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceSum(x, -1);
    }

    @GraphKernel
    public static Tensor reduceSumRowsKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceSum(x, -1, Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceSumColumns(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceSum(x, 0);
    }

    @GraphKernel
    public static Tensor reduceSumColumnsKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceSum(x, 0, Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceSumAll(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceSum(x);
    }

    @GraphKernel
    public static Tensor reduceSumAllKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceSum(x, Ops.axes(0, 1), Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceProdRows(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceProd(x, -1);
    }

    @GraphKernel
    public static Tensor reduceProdRowsKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceProd(x, -1, Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceProdColumns(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceProd(x, 0);
    }

    @GraphKernel
    public static Tensor reduceProdColumnsKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceProd(x, 0, Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceProdAll(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceProd(x);
    }

    @GraphKernel
    public static Tensor reduceProdAllKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceProd(x, Ops.axes(0, 1), Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceMaxRows(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMax(x, -1);
    }

    @GraphKernel
    public static Tensor reduceMaxRowsKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMax(x, -1, Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceMaxColumns(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMax(x, 0);
    }

    @GraphKernel
    public static Tensor reduceMaxColumnsKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMax(x, 0, Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceMaxAll(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMax(x);
    }

    @GraphKernel
    public static Tensor reduceMaxAllKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMax(x, Ops.axes(0, 1), Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceMinRows(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMin(x, -1);
    }

    @GraphKernel
    public static Tensor reduceMinRowsKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMin(x, -1, Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceMinColumns(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMin(x, 0);
    }

    @GraphKernel
    public static Tensor reduceMinColumnsKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMin(x, 0, Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceMinAll(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMin(x);
    }

    @GraphKernel
    public static Tensor reduceMinAllKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMin(x, Ops.axes(0, 1), Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceMeanRows(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMean(x, -1);
    }

    @GraphKernel
    public static Tensor reduceMeanRowsKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMean(x, -1, Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceMeanColumns(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMean(x, 0);
    }

    @GraphKernel
    public static Tensor reduceMeanColumnsKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMean(x, 0, Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor reduceMeanAll(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMean(x);
    }

    @GraphKernel
    public static Tensor reduceMeanAllKept(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceMean(x, Ops.axes(0, 1), Ops.KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor softmaxRows(@TensorType("f32[n, d]") Tensor x) {
        return Ops.softmax(x, -1);
    }

    @GraphKernel
    public static Tensor softmaxColumns(@TensorType("f32[n, d]") Tensor x) {
        return Ops.softmax(x, 0);
    }

    @GraphKernel
    public static Tensor logSoftmaxRows(@TensorType("f32[n, d]") Tensor x) {
        return Ops.logSoftmax(x, -1);
    }

    @GraphKernel
    public static Tensor logSoftmaxColumns(@TensorType("f32[n, d]") Tensor x) {
        return Ops.logSoftmax(x, 0);
    }
}
