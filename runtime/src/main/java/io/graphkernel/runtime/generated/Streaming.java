package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.internal.setting.StreamingThreshold;

/** When a kernel should request operands ahead and write its results past the caches. */
public final class Streaming {
    /** A second-level cache, as most cores have it: up to here operands are near. */
    private static final long CORE_BYTES = 1L << 20;

    private Streaming() {}

    /**
     * What pays for a launch. Operands that lie beyond the caches of one core are requested before they are needed. Results
     * bypass the caches where they would leave them before they are read, and not where they would stay: from how many bytes
     * on, is measured on each machine. Results that are not written in the order of memory leave earlier: a cumulative sum
     * of columns took 0.43 of the time with non-temporal stores.
     *
     * @param footprintBytes all memory that the launch reads and writes
     * @param inPlace whether results replace operands
     * @param inOrder whether each thread writes results in the order of memory
     * @return 0 for neither; 1 to request operands ahead; 2, never in place, if results are to bypass the caches too: for a
     *     footprint above the threshold of this machine, or above three quarters of it out of order
     */
    public static int level(long footprintBytes, boolean inPlace, boolean inOrder) {
        if (footprintBytes <= CORE_BYTES) {
            return 0;
        }
        long weighed = inOrder ? footprintBytes : footprintBytes + footprintBytes / 3;
        return !inPlace && StreamingThreshold.isExceededBy(weighed) ? 2 : 1;
    }
}
