package io.graphkernel.runtime.endtoend;

import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;

/** Calls of an application: eager ops, gradients, a stub, on its own threads and on those of kernels. */
public final class ReloadedCalls {
    private ReloadedCalls() {}

    /** Calls everything, and forgets some tensors. */
    public static void run() throws InterruptedException {
        KernelThreads.setCount(2);
        call();
        Thread thread = new Thread(ReloadedCalls::call);
        thread.start();
        thread.join();
        Tensor.zeros(4);
    }

    private static void call() {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.full(2, 512, 512);
            if (Ops.add(x, x).getDouble(3, 3) != 4 || Ops.matMul(x, x).getDouble(0, 0) != 2048) {
                throw new AssertionError("eager");
            }
            Gradients.gradient(() -> Ops.reduceSum(Ops.mul(x, x)), x);
            Tensor y = FullKernelsKernels.sumOfSquares(x);
            if (y.getDouble() != 512.0 * 512 * 4) {
                throw new AssertionError("stub: " + y);
            }
            x.asFloatBuffer().get(0);
            x.pointer().address();
        }
    }
}
