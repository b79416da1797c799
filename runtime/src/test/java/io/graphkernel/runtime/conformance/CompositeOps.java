package io.graphkernel.runtime.conformance;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** One kernel per composite op that works element by element. */
public final class CompositeOps {

    private CompositeOps() {}

    @GraphKernel
    public static Tensor square(Tensor x) {
        return Ops.square(x);
    }

    @GraphKernel
    public static Tensor reLU(Tensor x) {
        return Ops.reLU(x);
    }

    @GraphKernel
    public static Tensor siLU(Tensor x) {
        return Ops.siLU(x);
    }

    @GraphKernel
    public static Tensor geLU(Tensor x) {
        return Ops.geLU(x);
    }

    @GraphKernel
    public static Tensor fastGeLU(Tensor x) {
        return Ops.fastGeLU(x);
    }

    @GraphKernel
    public static Tensor hSigmoid(Tensor x) {
        return Ops.hSigmoid(x);
    }

    @GraphKernel
    public static Tensor hSwish(Tensor x) {
        return Ops.hSwish(x);
    }

    @GraphKernel
    public static Tensor softplus(Tensor x) {
        return Ops.softplus(x);
    }

    @GraphKernel
    public static Tensor squaredDifference(Tensor x, Tensor y) {
        return Ops.squaredDifference(x, y);
    }

    @GraphKernel
    public static Tensor leakyReLUExt(Tensor x, Tensor slope) {
        return Ops.leakyReLUExt(x, slope);
    }

    @GraphKernel
    public static Tensor fusedMulAdd(Tensor x, Tensor y, Tensor z) {
        return Ops.fusedMulAdd(x, y, z);
    }
}
