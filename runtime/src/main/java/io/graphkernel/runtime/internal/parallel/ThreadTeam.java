package io.graphkernel.runtime.internal.parallel;

import io.graphkernel.runtime.generated.RangeFunction;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A fixed number of daemon threads that share launches with the calling thread.
 *
 * <p>A launch is handed over without allocation: the caller fills the one {@link Job} and raises its number. Workers
 * watch that number for a moment after each launch and then park; a caller wakes four of them, and each of these four
 * more. The caller works too, so a launch ends even if no worker wakes in time, or if the team has been closed.
 */
public final class ThreadTeam {
    private static final long WORKER_SPIN_NANOS = 40_000;
    private static final long CALLER_SPIN_NANOS = 100_000;
    private static final int SPINS_PER_LOOK = 32;
    private static final int WAKE_FAN_OUT = 4;

    private final Job job;
    private final Worker[] workers;
    private final ThreadPoolExecutor executor;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean closed;

    /** How many workers the current launch has use for; written before {@link #launches} is raised. */
    private int wanted;

    private volatile int launches;

    /**
     * Starts a team.
     *
     * @param threads the number of threads with the caller, at least 2
     */
    public ThreadTeam(int threads) {
        job = new Job(threads);
        workers = new Worker[threads - 1];
        executor = new ThreadPoolExecutor(
                workers.length, workers.length, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), ThreadTeam::thread);
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(i);
            executor.execute(workers[i]);
        }
    }

    /** The number of threads with the caller. */
    public int threads() {
        return workers.length + 1;
    }

    /**
     * Runs a function over {@code [0, range)}, in parts that begin at multiples of {@code granule}. Returns when all
     * of it has been run.
     *
     * @param function what runs
     * @param kernel which of its kernels
     * @param arguments the address of the argument slots
     * @param range the number of items, at least 1
     * @param granule at least 1
     * @param scratchBytes the scratch memory that each thread needs
     * @param limit the most threads to use, at least 1
     * @param scratch the calling thread's scratch memory
     * @return false, with nothing run, if the team is at work for another caller
     */
    public boolean run(
            RangeFunction function,
            long kernel,
            long arguments,
            long range,
            long granule,
            long scratchBytes,
            int limit,
            Scratch scratch) {
        if (!busy.compareAndSet(false, true)) {
            return false;
        }
        Throwable failure;
        try {
            wanted = job.begin(function, kernel, arguments, range, granule, scratchBytes, limit) - 1;
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

    /** Lets the threads end. A running launch is finished, and so are later ones, by their callers alone. */
    public void close() {
        closed = true;
        for (Worker worker : workers) {
            LockSupport.unpark(worker.thread);
        }
        executor.shutdown();
    }

    private void wake(int first) {
        int end = Math.min(first + WAKE_FAN_OUT, wanted);
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
        // The creator's context class loader would be kept alive by a thread that outlives it.
        thread.setContextClassLoader(ThreadTeam.class.getClassLoader());
        return thread;
    }

    private final class Worker implements Runnable {
        private final int index;
        private final Scratch scratch = new Scratch();
        private volatile Thread thread;
        private volatile boolean parked;

        Worker(int index) {
            this.index = index;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            int seen = 0;
            while (!closed) {
                int current = launches;
                if (current == seen) {
                    idle(seen);
                } else {
                    seen = current;
                    wake(WAKE_FAN_OUT * (index + 1));
                    job.work(index + 1, scratch);
                    scratch.trim();
                }
            }
        }

        private void idle(int seen) {
            long deadline = System.nanoTime() + WORKER_SPIN_NANOS;
            do {
                for (int i = 0; i < SPINS_PER_LOOK; i++) {
                    if (launches != seen) {
                        return;
                    }
                    Thread.onSpinWait();
                }
            } while (System.nanoTime() < deadline);
            parked = true;
            while (launches == seen && !closed) {
                LockSupport.park(ThreadTeam.this);
            }
            parked = false;
        }
    }
}
