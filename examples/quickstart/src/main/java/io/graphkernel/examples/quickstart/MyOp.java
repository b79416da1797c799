package io.graphkernel.examples.quickstart;

import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Tensor;

/** The custom composite op of the MindSpore r1.2 tutorial, in a class of its own. */
public final class MyOp {

    private MyOp() {}

    /** (x - y) · x. */
    @GraphKernel
    public static Tensor myOp(Tensor x, Tensor y) {
        Tensor a = sub(x, y);
        return mul(a, x);
    }
}
