package io.graphkernel.examples.quickstart;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.pow;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Tensor;

/** The networks of the MindSpore graph kernel fusion tutorials, r1.0 and r1.2. */
public final class TutorialNetworks {

    private TutorialNetworks() {}

    /** r1.0, basic fusion: x · 2 + 1. */
    @GraphKernel
    public static Tensor netBasicFuse(Tensor x) {
        Tensor mulRes = mul(x, 2.0);
        Tensor addRes = add(mulRes, 1.0);
        return addRes;
    }

    /** r1.0, composite fusion: (x · 2 + 1)³. */
    @GraphKernel
    public static Tensor netCompositeFuse(Tensor x) {
        Tensor mulRes = mul(x, 2.0);
        Tensor addRes = add(mulRes, 1.0);
        Tensor powRes = pow(addRes, 3.0);
        return powRes;
    }

    /** r1.2: x · 2 + 1. */
    @GraphKernel
    public static Tensor myNet(Tensor x) {
        Tensor a = mul(x, 2.0);
        Tensor res = add(a, 1.0);
        return res;
    }

    /** r1.2 with a custom op: {@link MyOp#myOp} is a kernel of its own, and yet everything here is one launch. */
    @GraphKernel
    public static Tensor myNetWithMyOp(Tensor x, Tensor y) {
        Tensor a = mul(x, 2.0);
        Tensor b = pow(a, 3.0);
        Tensor res = MyOp.myOp(b, y);
        return res;
    }
}
