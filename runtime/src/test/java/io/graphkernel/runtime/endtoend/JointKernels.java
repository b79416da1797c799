package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Methods whose kernels share launches. */
public final class JointKernels {

    private static final String FLAGS = "--opt_level=3";

    private JointKernels() {}

    public record Pair(Tensor first, Tensor second) {}

    /** Two phases: the sum of all, then each element. */
    @GraphKernel(flags = FLAGS)
    public static Tensor normalized(@TensorType("f32[n, d]") Tensor x) {
        return mul(x, rsqrt(add(reduceSum(square(x)), 1.0)));
    }

    /** Two parallel sums, and their consumer. */
    @GraphKernel(flags = FLAGS)
    public static Tensor norms(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor y) {
        return add(reduceSum(abs(x)), reduceMax(abs(y)));
    }

    /** Parallel kernels of different loop templates, one of them with row buffers and one with a number. */
    @GraphKernel(flags = FLAGS)
    public static Pair together(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d, n]") Tensor y, float scale) {
        return new Pair(softmax(x, -1), mul(tanh(y), scale));
    }

    /** A temporary between launches, whose memory is not used again while its reader runs. */
    @GraphKernel(flags = FLAGS)
    public static Pair chains(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
        Tensor first = sub(x, reduceMean(exp(x)));
        Tensor second = sub(y, reduceMean(exp(y)));
        return new Pair(mul(first, reduceMax(first)), mul(second, reduceMax(second)));
    }
}
