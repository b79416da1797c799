package io.graphkernel.runtime.sequence;

import java.util.concurrent.atomic.AtomicReference;

/** Situation of a call. */
enum Adversity {
    NONE {
        @Override
        Throwable run(RandomChoices choice, Runnable call) {
            return outcome(call);
        }
    },

    /** A thread without earlier calls. */
    NEW_THREAD {
        @Override
        Throwable run(RandomChoices choice, Runnable call) {
            return inThread(0, call);
        }
    },

    /** A virtual thread, where the JVM has them. */
    VIRTUAL_THREAD {
        @Override
        Throwable run(RandomChoices choice, Runnable call) {
            return Runtime.version().feature() < 21 ? outcome(call) : join(call, VirtualThreads::start);
        }
    },

    /** A thread whose interrupt is pending, as it is after the call. */
    INTERRUPTED {
        @Override
        Throwable run(RandomChoices choice, Runnable call) {
            return inThread(0, () -> {
                Thread.currentThread().interrupt();
                call.run();
                if (!Thread.currentThread().isInterrupted()) {
                    throw new AssertionError("the call has cleared the interrupt");
                }
            });
        }
    },

    /** A stack that overflows somewhere in the call, which runs at each depth. */
    DEEP_STACK {
        @Override
        Throwable run(RandomChoices choice, Runnable call) {
            return inThread((256L + choice.below(97)) << 10, () -> descend(call));
        }

        private void descend(Runnable call) {
            call.run();
            descend(call);
        }
    },

    /** A heap that is full, and is released a little at a time until the call returns. */
    FULL_HEAP {
        @Override
        Throwable run(RandomChoices choice, Runnable call) {
            return inFullHeap(choice, () -> outcome(call));
        }
    },

    /** The first call of a thread, in a full heap. */
    FULL_HEAP_NEW_THREAD {
        @Override
        Throwable run(RandomChoices choice, Runnable call) {
            return inFullHeap(choice, () -> inThread(0, call));
        }
    };

    /** Filled memory, as a list of arrays whose first element is the next. */
    private static Object[] filled;

    private static final int MAX_ATTEMPTS = 30;

    /**
     * Runs a call in the situation.
     *
     * @return its exception; null if it returned
     */
    abstract Throwable run(RandomChoices choice, Runnable call);

    private interface Attempt {
        Throwable run();
    }

    private static Throwable outcome(Runnable call) {
        try {
            call.run();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    private static Throwable inThread(long stackBytes, Runnable call) {
        return join(call, task -> {
            Thread thread = new Thread(null, task, "adverse", stackBytes);
            thread.start();
            return thread;
        });
    }

    private static Throwable join(Runnable call, java.util.function.Function<Runnable, Thread> starter) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try {
            starter.apply(() -> thrown.set(outcome(call))).join();
        } catch (OutOfMemoryError e) {
            return e;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return thrown.get();
    }

    private static Throwable inFullHeap(RandomChoices choice, Attempt attempt) {
        Throwable last = null;
        try {
            fill();
            for (int i = 0; i < MAX_ATTEMPTS && filled != null; i++) {
                last = attempt.run();
                if (!(last instanceof OutOfMemoryError)) {
                    return last;
                }
                for (int k = choice.below(8) << i / 8; k >= 0 && filled != null; k--) {
                    filled = (Object[]) filled[0];
                }
            }
            return last;
        } catch (OutOfMemoryError e) {
            return e;
        } finally {
            filled = null;
        }
    }

    private static void fill() {
        for (int size = 1 << 16; size >= 1; ) {
            try {
                Object[] next = new Object[size];
                next[0] = filled;
                filled = next;
            } catch (OutOfMemoryError e) {
                size /= 16;
            }
        }
    }
}
