package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Reduction;
import io.graphkernel.runtime.Tensor;

/** Labels and indices: checked at each call, logged, and unchecked. */
public final class IndexKernels {

    private IndexKernels() {}

    @GraphKernel(flags = "--check_indices")
    public static Tensor checkedLoss(@TensorType("f32[n, c]") Tensor logits, @TensorType("i32[n]") Tensor labels) {
        return sparseSoftmaxCrossEntropyWithLogits(logits, labels, Reduction.NONE)
                .loss();
    }

    @GraphKernel(flags = "--enable_debug_mode")
    public static Tensor loggedLoss(@TensorType("f32[n, c]") Tensor logits, @TensorType("i32[n]") Tensor labels) {
        return sparseSoftmaxCrossEntropyWithLogits(logits, labels, Reduction.NONE)
                .loss();
    }

    @GraphKernel
    public static Tensor loss(@TensorType("f32[n, c]") Tensor logits, @TensorType("i32[n]") Tensor labels) {
        return sparseSoftmaxCrossEntropyWithLogits(logits, labels, Reduction.NONE)
                .loss();
    }

    /** The indices of a view of a parameter. */
    @GraphKernel(flags = "--check_indices")
    public static Tensor checkedRows(@TensorType("f32[n, d]") Tensor x, @TensorType("i64[k, m]") Tensor rows) {
        return gather(x, reshape(rows, -1), 0);
    }

    @GraphKernel(flags = "--check_indices")
    public static Tensor checkedOneHot(@TensorType("i32[n]") Tensor indices) {
        return oneHot(indices, 1f, 0f, 4, -1);
    }

    @GraphKernel(flags = "--check_indices")
    public static Tensor checkedLikelihood(
            @TensorType("f32[n, c]") Tensor logits, @TensorType("i64[n]") Tensor labels) {
        return nllLoss(logits, labels, Reduction.SUM);
    }

    @GraphKernel(flags = "--check_indices")
    public static Tensor checkedIgnoring(@TensorType("f32[n, c]") Tensor logits, @TensorType("i32[n]") Tensor labels) {
        return nllLoss(logits, labels, Reduction.MEAN, -100);
    }

    @GraphKernel
    public static Tensor largest(@TensorType("f32[n, d]") Tensor x) {
        return argMax(x, -1);
    }
}
