package io.graphkernel.runtime.endtoend;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.util.ArrayList;
import java.util.List;

/** Calls a kernel from several threads, between calls that fail before their launch. */
final class ProfiledProgram {
    static final int THREADS = 3;
    static final int CALLS = 20;

    private ProfiledProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(ProfiledProgram::call));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void call() {
        try (Tensor x = Tensor.full(1, 6, 4);
                Tensor wrong = Tensor.full(1, 4)) {
            for (int call = 0; call < CALLS; call++) {
                RowKernelsKernels.softmax(x).close();
                try {
                    RowKernelsKernels.softmax(wrong).close();
                } catch (GraphKernelException expected) {
                    continue;
                }
                throw new AssertionError("a vector is not a matrix");
            }
        }
    }
}
