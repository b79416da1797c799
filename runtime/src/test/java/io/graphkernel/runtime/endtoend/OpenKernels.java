package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels whose operands have any shapes that broadcast together. */
public final class OpenKernels {

    private OpenKernels() {}

    /** Two results of different shapes. */
    public record Both(Tensor joint, Tensor first) {}

    @GraphKernel
    public static Tensor unary(Tensor x) {
        return sub(mul(x, x), 1.0);
    }

    @GraphKernel
    public static Tensor binary(Tensor x, Tensor y) {
        return sub(mul(x, 2.0), y);
    }

    @GraphKernel
    public static Tensor ternary(Tensor x, Tensor y, Tensor z) {
        return add(mul(sub(x, y), z), y);
    }

    @GraphKernel
    public static Tensor compare(Tensor x, Tensor y) {
        return less(x, y);
    }

    @GraphKernel
    public static Both both(Tensor x, Tensor y) {
        Tensor first = mul(x, 3.0);
        return new Both(add(first, y), first);
    }

    @GraphKernel
    public static Both jointAndScalar(Tensor x, @TensorType("f32[]") Tensor scale) {
        Tensor doubled = mul(scale, 2.0);
        return new Both(mul(x, doubled), doubled);
    }

    @GraphKernel
    public static Tensor scaled(Tensor x, Tensor y, @TensorType("f32[]") Tensor scale, float shift) {
        return add(mul(add(x, y), scale), shift);
    }

    @GraphKernel(flags = "--opt_level=0")
    public static Tensor unfused(Tensor x, Tensor y, Tensor z) {
        return add(mul(sub(x, y), z), y);
    }
}
