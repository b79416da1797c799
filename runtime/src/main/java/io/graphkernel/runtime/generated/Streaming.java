package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.internal.parallel.KernelTeam;
import io.graphkernel.runtime.internal.setting.LastLevelCache;

/** When a kernel should request operands ahead and write its results past the caches. */
public final class Streaming {
    /** A second-level cache, as most cores have it: up to here operands are near. */
    private static final long CORE_BYTES = 1L << 20;

    private Streaming() {}

    /**
     * What pays for a launch. Operands that lie beyond the caches of one core are requested before they are needed. Results
     * bypass the caches where they would leave them before they are read, and not where they would stay. One thread alone
     * loses data earlier: a layer normalisation over memory of the size of the cache took 0.72 of the time with
     * streaming stores on one thread, on two threads the same or more. So do results that are not written in the order
     * of memory: a cumulative sum of columns took 0.43 of the time with them.
     *
     * @param footprintBytes all memory that the launch reads and writes
     * @param inPlace whether results replace operands
     * @param inOrder whether each thread writes results in the order of memory
     * @return 0 for neither; 1 to request operands ahead; 2, never in place, if results are to bypass the caches too: for a
     *     footprint larger than the last-level cache, or than three quarters of it with one thread or out of order
     */
    public static int level(long footprintBytes, boolean inPlace, boolean inOrder) {
        if (footprintBytes <= CORE_BYTES) {
            return 0;
        }
        long bytes = LastLevelCache.bytes();
        boolean beyond = footprintBytes > (KernelTeam.count() == 1 || !inOrder ? bytes - bytes / 4 : bytes);
        return beyond && !inPlace ? 2 : 1;
    }
}
