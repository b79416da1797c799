package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.allGather;
import static io.graphkernel.runtime.Ops.allToAll;
import static io.graphkernel.runtime.Ops.broadcast;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reduceScatter;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Methods for three ranks that send each other tensors or slices of them. */
public final class ExchangeKernels {
    /** Number of ranks. */
    static final int RANKS = 3;

    private ExchangeKernels() {}

    /** The rows of all ranks, twice. */
    @GraphKernel(gradient = true)
    public static Tensor gathered(@TensorType("f32[n, d]") Tensor x) {
        return allGather(mul(x, 2), RANKS);
    }

    /** This rank's rows of the sum. */
    @GraphKernel(gradient = true)
    public static Tensor scattered(@TensorType("f32[n, d]") Tensor x) {
        return mul(reduceScatter(x, RANKS), 2);
    }

    /** Rows of every rank. */
    @GraphKernel(gradient = true)
    public static Tensor exchanged(@TensorType("f32[n, d]") Tensor x) {
        return mul(allToAll(x, RANKS), 2);
    }

    /** The tensor of rank 1. */
    @GraphKernel
    public static Tensor sent(@TensorType("f32[n, d]") Tensor x) {
        return mul(broadcast(x, 1), 2);
    }
}
