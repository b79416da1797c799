package io.graphkernel.runtime.endtoend;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;

/** Methods of which each rank of a group computes a shard. */
public final class CollectiveKernels {
    /** The group of {@link #ofAnotherGroup}. */
    static final String GROUP = "tensor parallel";

    private CollectiveKernels() {}

    /** A layer whose weights are split along the sums; the bias counts once. */
    @GraphKernel
    public static Tensor parallelLinear(
            @TensorType("f32[m, k]") Tensor x,
            @TensorType("f32[k, n]") Tensor weight,
            @TensorType("f32[n]") Tensor bias) {
        return Ops.reLU(Ops.add(Ops.allReduce(Ops.matMul(x, weight)), bias));
    }

    /** Stores the matmul before it is summed. */
    @GraphKernel(flags = "--enable_allreduce_prologue_fusion=false")
    public static Tensor unfusedLinear(
            @TensorType("f32[m, k]") Tensor x,
            @TensorType("f32[k, n]") Tensor weight,
            @TensorType("f32[n]") Tensor bias) {
        return Ops.reLU(Ops.add(Ops.allReduce(Ops.matMul(x, weight)), bias));
    }

    /** The largest of all ranks, between kernels. */
    @GraphKernel
    public static Tensor normalized(@TensorType("f32[n, d]") Tensor x) {
        Tensor largest = Ops.allReduce(Ops.reduceMax(x, 0), ReduceOp.MAX, Communicator.WORLD);
        return Ops.sub(x, largest);
    }

    /** Counted once over the group. */
    @GraphKernel
    public static Tensor countedOnce(@TensorType("f16[n, d]") Tensor x) {
        return Ops.allReduce(Ops.onRank(Ops.exp(x)));
    }

    /** A group of another name. */
    @GraphKernel
    public static Tensor ofAnotherGroup(@TensorType("i32[n]") Tensor x) {
        return Ops.allReduce(x, ReduceOp.SUM, GROUP);
    }

    /** Quantized, the bias folded into the product of the first rank. */
    @GraphKernel(flags = "--enable_pass=inference_qbmm_allreduce_add_fusion")
    public static Tensor quantizedLinear(
            @TensorType("i8[m, k]") Tensor x,
            @TensorType("i8[k, n]") Tensor weight,
            @TensorType("f32[n]") Tensor scale,
            @TensorType("f16[n]") Tensor bias) {
        return Ops.add(Ops.allReduce(Ops.quantBatchMatmul(x, weight, scale, false, false, DType.F16)), bias);
    }

    /** Adds the bias to the sum. */
    @GraphKernel
    public static Tensor unfoldedLinear(
            @TensorType("i8[m, k]") Tensor x,
            @TensorType("i8[k, n]") Tensor weight,
            @TensorType("f32[n]") Tensor scale,
            @TensorType("f16[n]") Tensor bias) {
        return Ops.add(Ops.allReduce(Ops.quantBatchMatmul(x, weight, scale, false, false, DType.F16)), bias);
    }
}
