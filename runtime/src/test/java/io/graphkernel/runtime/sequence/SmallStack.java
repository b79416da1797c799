package io.graphkernel.runtime.sequence;

import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Multiplies matrices, first of all, in a thread with the smallest stack that servers give to theirs. */
public final class SmallStack {
    private static final long STACK_BYTES = 256 << 10;

    private SmallStack() {}

    public static void main(String[] arguments) throws InterruptedException {
        Thread thread = new Thread(null, SmallStack::multiply, "small-stack", STACK_BYTES);
        thread.start();
        thread.join();
    }

    private static void multiply() {
        try (Tensor x = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
                Tensor y = Ops.matMul(x, x)) {
            System.out.println(y.getDouble(1, 1));
        }
    }
}
