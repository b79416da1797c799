package demo;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

public final class Mistakes {

    private Mistakes() {}

    /** An axis that is known only when the kernel is called. */
    @GraphKernel
    public static Tensor sumOver(@TensorType("f32[n, d]") Tensor x, int axis) {
        return Ops.reduceSum(x, axis);
    }

    /** Dims that cannot be aligned. */
    @GraphKernel
    public static Tensor bias(@TensorType("f32[n, 8]") Tensor x, @TensorType("f32[4]") Tensor bias) {
        return Ops.add(x, bias);
    }

    /** A loop without an end. */
    @GraphKernel
    public static Tensor halve(Tensor x) {
        while (true) {
            x = Ops.mul(x, 0.5);
        }
    }

    static float scale = 2;

    /** A field that may change. */
    @GraphKernel
    public static Tensor scaled(Tensor x) {
        return Ops.mul(x, scale);
    }

    /** A misspelt op. */
    @GraphKernel
    public static Tensor norm(Tensor x) {
        return Ops.rsqr(x);
    }
}
