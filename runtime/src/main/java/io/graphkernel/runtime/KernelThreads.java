package io.graphkernel.runtime;

import io.graphkernel.runtime.internal.parallel.KernelTeam;

/**
 * The threads that kernels run on: the calling thread and daemon threads next to it. Their number is
 * {@code graphkernel.threads} or {@code GRAPHKERNEL_THREADS}, else the number of processors. Results have the same bits
 * for any number.
 */
public final class KernelThreads {

    private KernelThreads() {}

    /** The number of threads of a launch, with the calling one. */
    public static int count() {
        return KernelTeam.count();
    }

    /**
     * Sets the number of threads of later launches, with the calling one.
     *
     * @param threads at least 1
     */
    public static void setCount(int threads) {
        KernelTeam.setCount(threads);
    }
}
