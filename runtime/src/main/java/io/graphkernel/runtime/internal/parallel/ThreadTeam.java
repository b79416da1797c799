package io.graphkernel.runtime.internal.parallel;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Daemon threads, up to a fixed number, that share launches with the calling thread.
 *
 * <p>A launch is published without allocation: the caller fills the single {@link ParallelLaunch} and increments its
 * number. Workers spin on that number for a moment after each launch and then park. A caller wakes four of them, and
 * each of these wakes four more. The caller participates, so that a launch completes even if no worker wakes in time,
 * or if the team has been closed.
 */
public final class ThreadTeam {
    private static final long WORKER_SPIN_NANOS = CpuModel.Threads.DEFAULT.workerSpinNanos();
    private static final long CALLER_SPIN_NANOS = CpuModel.Threads.DEFAULT.callerSpinNanos();
    private static final int SPINS_PER_LOOK = CpuModel.Threads.DEFAULT.spinsPerLook();
    private static final int WAKE_FAN_OUT = CpuModel.Threads.DEFAULT.wakeFanOut();

    /** Idle time after which a worker terminates, since it would retain the class loader of this library. */
    private static final long MAX_IDLE_NANOS = 2_000_000_000;

    /** Depth of calls for which stack is reserved when a launch begins; fewer are needed to complete it. */
    private static final int STACK_RESERVE_CALLS = 64;

    private final ParallelLaunch job;
    private final Worker[] workers;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean closed;

    /** Number of workers that the current launch can use; written before {@link #launches} is incremented. */
    private int requestedWorkers;

    private volatile int launches;

    /** True if a worker may have terminated. */
    private volatile boolean ended;

    /**
     * Starts a team.
     *
     * @param threads number of threads including the caller, at least 2
     */
    public ThreadTeam(int threads) {
        job = new ParallelLaunch(threads);
        workers = new Worker[threads - 1];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(i);
        }
        startWorkers();
    }

    /** Starts the workers that are not running. The others do the work of one that cannot be started. */
    private void startWorkers() {
        for (Worker worker : workers) {
            if (worker.state.compareAndSet(Worker.ENDED, Worker.RUNNING)) {
                boolean started = false;
                try {
                    Thread thread = thread(worker);
                    worker.thread = thread;
                    worker.seen = launches;
                    thread.start();
                    started = true;
                } catch (OutOfMemoryError e) {
                    // The next launch retries.
                    return;
                } finally {
                    if (!started) {
                        worker.state.set(Worker.ENDED);
                    } else {
                        ended = false;
                    }
                }
            }
        }
    }

    /**
     * Runs a function over {@code [0, range)}, in chunks that begin at multiples of {@code grainSize}, and waits for
     * completion.
     *
     * @param function function to run
     * @param kernel index or address of the kernel
     * @param arguments address of the argument slots
     * @param range number of items, at least 1
     * @param grainSize alignment of chunks in items, at least 1
     * @param scratchBytes scratch size per thread
     * @param limit maximum number of threads, at least 1
     * @param scratch scratch memory of the calling thread
     * @return false, without running anything, if the team runs a launch of another caller
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the caller that has set busy increments launches.
    public boolean run(
            RangeFunction function,
            long kernel,
            long arguments,
            long range,
            long grainSize,
            long scratchBytes,
            int limit,
            Scratch scratch) {
        if (!busy.compareAndSet(false, true)) {
            return false;
        }
        Throwable failure;
        try {
            reserveStack(STACK_RESERVE_CALLS);
            if (ended && !closed) {
                ended = false;
                startWorkers();
            }
            requestedWorkers = job.begin(function, kernel, arguments, range, grainSize, scratchBytes, limit) - 1;
            launches++;
            wake(0);
            job.work(0, scratch);
            job.await(CALLER_SPIN_NANOS);
            failure = job.takeFailure();
        } finally {
            busy.set(false);
        }
        if (failure != null) {
            rethrow(failure);
        }
        return true;
    }

    /** Terminates the threads. A running launch completes, and later ones run on their callers alone. */
    public void close() {
        closed = true;
        for (Worker worker : workers) {
            LockSupport.unpark(worker.thread);
        }
    }

    /**
     * Provokes an imminent stack overflow now: a launch that has begun must complete, or the next one would wait for
     * it.
     */
    private static int reserveStack(int calls) {
        return calls == 0 ? 0 : 1 + reserveStack(calls - 1);
    }

    private void wake(int first) {
        int end = Math.min(first + WAKE_FAN_OUT, requestedWorkers);
        for (int i = first; i < end; i++) {
            if (workers[i].parked) {
                LockSupport.unpark(workers[i].thread);
            }
        }
    }

    private static void rethrow(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failure;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "graphkernel-worker");
        thread.setDaemon(true);
        // The thread outlives its creator and must not retain its context class loader.
        thread.setContextClassLoader(ThreadTeam.class.getClassLoader());
        return thread;
    }

    private final class Worker implements Runnable {
        private final int index;
        private final Scratch scratch = new Scratch();
        static final int ENDED = 0;
        static final int RUNNING = 1;

        private final AtomicInteger state = new AtomicInteger(ENDED);
        private volatile Thread thread;
        private volatile boolean parked;

        /** Number of launches that this worker has completed; those before its start were done by their callers. */
        private int seen;

        Worker(int index) {
            this.index = index;
        }

        @Override
        public void run() {
            boolean idle = false;
            while (!closed && !idle) {
                int current = launches;
                if (current == seen) {
                    idle = !awaitLaunch(seen);
                } else {
                    seen = current;
                    wake(WAKE_FAN_OUT * (index + 1));
                    job.work(index + 1, scratch);
                    scratch.trim();
                }
            }
            state.set(ENDED);
            ended = true;
        }

        /** Returns false if there was no launch for the maximum idle time. */
        private boolean awaitLaunch(int seen) {
            long deadline = System.nanoTime() + WORKER_SPIN_NANOS;
            do {
                for (int i = 0; i < SPINS_PER_LOOK; i++) {
                    if (launches != seen) {
                        return true;
                    }
                    Thread.onSpinWait();
                }
            } while (System.nanoTime() < deadline);
            parked = true;
            long end = System.nanoTime() + MAX_IDLE_NANOS;
            long rest = MAX_IDLE_NANOS;
            while (launches == seen && !closed && rest > 0) {
                LockSupport.parkNanos(ThreadTeam.this, rest);
                rest = end - System.nanoTime();
            }
            parked = false;
            return launches != seen || closed;
        }
    }
}
