package io.graphkernel.examples.pages;

import io.graphkernel.runtime.Tensor;

/** README.md. */
final class Readme {

    private Readme() {}

    static Tensor calls(Tensor x, Tensor y, Tensor out, float[] xs, float[] ys, float[] outs) {
        Tensor z = MyOpsKernels.myNet(x, y); // the result is new
        MyOpsKernels.myNet(x, y, out); // the result goes to out; nothing is allocated
        MyOpsKernels.myNet(xs, ys, outs); // the same on float[] arrays
        Tensor same = MyOps.myNet(x, y); // plain Java: runs op by op, unfused, in the debugger
        return MyOpsKernels.myNet(z, same);
    }
}
