package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/**
 * Program that closes the operands of the first call of the process, which loads the libraries, while it runs. Released memory
 * returns to the system as soon as the pool allows it.
 */
public final class ClosedDuringFirstCall {

    private static final int ROWS = 512;
    private static final int SIZE = 4096;

    private ClosedDuringFirstCall() {}

    /** A library call, then a kernel. */
    @GraphKernel
    public static Tensor attend(
            @TensorType("f32[1, 1, n, d]") Tensor query,
            @TensorType("f32[1, 1, n, d]") Tensor key,
            @TensorType("f32[1, 1, n, d]") Tensor value) {
        return mul(Ops.promptFlashAttention(query, key, value, 0.5), 2.0);
    }

    /** Two kernels and what is between them. */
    @GraphKernel
    public static Tensor centred(@TensorType("f32[n, d]") Tensor x) {
        return add(Ops.sub(x, Ops.reduceMean(x, 0, Ops.KEEP_DIMS)), x);
    }

    /**
     * Runs the program.
     *
     * @param arguments the milliseconds after which the operands are closed; which call: {@code attend} or {@code centred}
     */
    public static void main(String[] arguments) throws InterruptedException {
        MemoryPool.shared().setCap(0);
        boolean attends = arguments[1].equals("attend");
        long[] dims = attends ? new long[] {1, 1, ROWS, SIZE} : new long[] {ROWS, SIZE};
        Tensor a = Tensor.full(1, dims);
        Tensor b = Tensor.full(1, dims);
        Tensor c = Tensor.full(1, dims);
        Thread closing = new Thread(() -> {
            pause(Long.parseLong(arguments[0]));
            a.close();
            b.close();
            c.close();
            // Each release lets the pool look for memory that is free for long enough.
            for (int i = 0; i < 150; i++) {
                Tensor.empty(64).close();
                pause(10);
            }
        });
        closing.start();
        try {
            for (int call = 0; call < 1000; call++) {
                (attends ? ClosedDuringFirstCallKernels.attend(a, b, c) : ClosedDuringFirstCallKernels.centred(a))
                        .close();
            }
            throw new AssertionError("the operands are open after all calls");
        } catch (ClosedTensorException e) {
            System.out.println("closed: " + e.problem().id());
        }
        closing.join();
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
