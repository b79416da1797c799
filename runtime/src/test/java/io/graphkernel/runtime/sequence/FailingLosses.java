package io.graphkernel.runtime.sequence;

import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tape;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Random;

/**
 * Errors inside of losses, tapes, scopes and kernels: the stack overflows at many depths, and errors that no code expects
 * are thrown between ops. After each one the same thread computes all of it, right. Arguments: the seed, the number of
 * threads.
 */
public final class FailingLosses {
    private static final int KINDS = 4;

    private final Random random;
    private final Tensor x = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
    private int overflows;
    private int errors;

    private FailingLosses(long seed) {
        random = new Random(seed);
    }

    /** An error as {@code Thread.stop} throws it, between any two calls. */
    private static final class Stop extends Error {
        private static final long serialVersionUID = 1;
    }

    public static void main(String[] arguments) throws InterruptedException {
        KernelThreads.setCount(2);
        FailingLosses losses = new FailingLosses(Long.parseLong(arguments[0]));
        for (int i = 0; i < 3; i++) {
            losses.requireSound();
        }
        int threads = Integer.parseInt(arguments[1]);
        for (int i = 0; i < threads; i++) {
            int kind = i % KINDS;
            Throwable[] failure = new Throwable[1];
            long stack = (256L + losses.random.nextInt(97)) << 10;
            Thread thread = new Thread(
                    null,
                    () -> {
                        try {
                            losses.fail(kind);
                        } catch (Throwable e) {
                            failure[0] = e;
                        }
                    },
                    "losses",
                    stack);
            thread.start();
            thread.join();
            if (failure[0] != null) {
                throw new AssertionError("kind " + kind + " in thread " + i, failure[0]);
            }
        }
        System.out.println(losses.overflows + " overflows, " + losses.errors + " errors");
    }

    private void fail(int kind) {
        int first = random.nextInt(50);
        try {
            descend(kind, first);
        } catch (StackOverflowError e) {
            overflows++;
        }
        requireSound();
        for (int i = 0; i < 5; i++) {
            try {
                use(kind, random.nextInt(4));
            } catch (Stop e) {
                errors++;
            }
            requireSound();
        }
    }

    /** Uses a tape at each depth; from some depth on it is within the one before. */
    private void descend(int kind, int depth) {
        use(kind, -1);
        if (kind == 3 && depth % 50 == 0) {
            try (TensorScope scope = TensorScope.open()) {
                Tensor kept = Ops.add(x, x);
                descend(kind, depth + 1);
                scope.keep(kept);
            }
        }
        descend(kind, depth + 1);
    }

    private void use(int kind, int stop) {
        switch (kind) {
            case 0 -> Gradients.gradient(() -> loss(stop), x).close();
            case 1 -> {
                try (Tape tape = Tape.open(x);
                        Tensor loss = loss(stop);
                        Tensor gradient = tape.gradient(loss, x)) {
                    step(stop, 3);
                }
            }
            case 2 -> {
                try (Tensor sum = SequenceKernelsKernels.sum(x, x);
                        Tensor total = SequenceKernelsKernels.total(sum)) {
                    step(stop, 1);
                }
            }
            default -> {
                try (TensorScope scope = TensorScope.open()) {
                    Ops.square(x);
                    step(stop, 2);
                    Gradients.valueAndGradient(() -> loss(stop), x);
                }
            }
        }
    }

    private Tensor loss(int stop) {
        step(stop, 0);
        Tensor square = Ops.square(x);
        step(stop, 1);
        Tensor soft = Ops.softmax(square, -1);
        step(stop, 2);
        return Ops.reduceSum(Ops.mul(soft, square));
    }

    private static void step(int stop, int step) {
        if (stop == step) {
            throw new Stop();
        }
    }

    private void requireSound() {
        try (TensorScope scope = TensorScope.open()) {
            Tensor gradient = Gradients.gradient(() -> Ops.reduceSum(Ops.square(x)), x);
            require(gradient, 8);
            try (Tape tape = Tape.open(x)) {
                require(tape.gradient(Ops.reduceSum(Ops.square(x)), x), 8);
            }
            require(
                    SequenceKernelsKernels.sum(x, x),
                    SequenceKernelsKernels.sum(x, x).getDouble(1, 1));
            require(Ops.add(x, x), 8);
        }
        Tensor free = Ops.add(x, x);
        try (Tensor closed = free) {
            if (closed.isClosed()) {
                throw new AssertionError("a scope is left open");
            }
        }
        int zero = Integer.parseInt("0");
        try {
            throw new AssertionError(7 / zero);
        } catch (ArithmeticException e) {
            // This is Java.
        }
    }

    private static void require(Tensor tensor, double last) {
        if (tensor.getDouble(1, 1) != last) {
            throw new AssertionError(tensor + " at the end is not " + last);
        }
    }
}
