package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Tensor;

/** The kernels that the pages call. */
public final class MyOps {

    private MyOps() {}

    /** The custom op of the MindSpore tutorial. */
    @GraphKernel
    public static Tensor myOp(Tensor x, Tensor y) {
        Tensor a = sub(x, y);
        return mul(a, x);
    }

    /** Calls myOp: its basic ops are inlined here and fuse across the boundary into one kernel. */
    @GraphKernel
    public static Tensor myNet(Tensor x, Tensor y) {
        return myOp(pow(mul(x, 2.0), 3.0), y);
    }
}
