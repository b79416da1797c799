package io.graphkernel.runtime.endtoend;

import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Uses everything for the first time in a thread whose interrupt is pending. */
public final class InterruptedFirstUse {
    private InterruptedFirstUse() {}

    public static void main(String[] arguments) {
        Thread.currentThread().interrupt();
        try (Tensor x = Tensor.full(1, 2, 2);
                Tensor sum = FullKernelsKernels.sumOfSquares(x);
                Tensor product = Ops.matMul(x, x)) {
            System.out.println(sum.getDouble() + " " + product.getDouble(0, 0) + " "
                    + Thread.currentThread().isInterrupted());
        }
    }
}
