package io.graphkernel.examples.benchmarks.order;

import static io.graphkernel.runtime.Ops.sort;
import static io.graphkernel.runtime.Ops.topK;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Orders of rows. */
public final class SortedRowOps {

    private SortedRowOps() {}

    /** The sorted elements of each row. */
    @GraphKernel
    public static Tensor sorted(@TensorType("f32[n, d]") Tensor x) {
        return sort(x);
    }

    /** The eight largest elements of each row. */
    @GraphKernel
    public static Tensor largest(@TensorType("f32[n, d]") Tensor x) {
        return topK(x, 8).values();
    }
}
