package io.graphkernel.runtime.generated;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import io.graphkernel.runtime.internal.setting.LastLevelCache;

/** Policy for prefetching operands and for non-temporal stores of results. */
public final class CacheHints {
    private static final CpuModel.Caches MODEL = CpuModel.Caches.DEFAULT;

    private CacheHints() {}

    /**
     * Returns the cache hint level of a launch. Operands that exceed the caches of one core are prefetched.
     * Non-temporal stores are used if the results would be evicted before they are read: if the footprint exceeds three
     * quarters of the last-level cache. See docs/bench/non-temporal-stores.md.
     *
     * @param footprintBytes size of all memory that the launch reads and writes
     * @param inPlace true if results overwrite operands
     * @return 0 for no hint; 1 to prefetch; 2 for non-temporal stores of memory-bound kernels as well, never in place;
     *     3 for non-temporal stores of compute-bound kernels as well, if launches may have more than two threads
     */
    public static int level(long footprintBytes, boolean inPlace) {
        if (footprintBytes <= MODEL.coreBytes()) {
            return 0;
        }
        long bytes = LastLevelCache.bytes();
        boolean beyond = footprintBytes > bytes - bytes / MODEL.lastLevelReserve();
        if (!beyond || inPlace) {
            return 1;
        }
        return KernelTeam.count() <= MODEL.maxRegularStoreThreads() ? 2 : 3;
    }
}
