package io.graphkernel.runtime;

import io.graphkernel.runtime.internal.parallel.KernelTeam;

/**
 * The threads that run kernels: the calling thread and daemon threads. Their number is {@code graphkernel.threads} or
 * {@code GRAPHKERNEL_THREADS}, by default the number of processors. Results are bitwise equal for any number of
 * threads.
 */
public final class KernelThreads {

    private KernelThreads() {}

    /** Returns the number of threads of a launch including the calling one. */
    public static int count() {
        return KernelTeam.count();
    }

    /**
     * Sets the number of threads of later launches including the calling one.
     *
     * @param threads number of threads, at least 1
     */
    public static void setCount(int threads) {
        KernelTeam.setCount(threads);
    }
}
