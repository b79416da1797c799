package io.graphkernel.runtime.generated;

import java.util.function.UnaryOperator;

/**
 * A cache of numbers that only depend on the dims of a call, such as the sizes and offsets of its memory. They are
 * computed at the first call with given dims; later calls do not allocate. All threads share the cache.
 */
public final class SizesByDims {
    /** Maximum number of cached tuples of dims; calls with more of them recompute the numbers. */
    private static final int MAX_CACHED_TUPLES = 32;

    /** The dims of a call. */
    public interface Dims {
        /** Returns a dim by its index. */
        long dim(int index);
    }

    private record CachedSizes(long[] dims, long[] sizes) {
        boolean isFor(Dims call) {
            for (int i = 0; i < dims.length; i++) {
                if (call.dim(i) != dims[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    private final int count;
    private final UnaryOperator<long[]> computed;
    /** Most recently used first; replaced as a whole. */
    private volatile CachedSizes[] cached = {};

    /**
     * Creates an empty cache.
     *
     * @param count number of dims
     * @param computed pure function from dims to numbers
     */
    public SizesByDims(int count, UnaryOperator<long[]> computed) {
        this.count = count;
        this.computed = computed;
    }

    /**
     * Returns the numbers for the dims of a call.
     *
     * @param call call with at least {@code count} dims
     * @return a shared array that must not be modified
     */
    public long[] of(Dims call) {
        for (CachedSizes entry : cached) {
            if (entry.isFor(call)) {
                return entry.sizes;
            }
        }
        return compute(call);
    }

    private synchronized long[] compute(Dims call) {
        CachedSizes[] before = cached;
        for (CachedSizes entry : before) {
            // Another thread may have computed them.
            if (entry.isFor(call)) {
                return entry.sizes;
            }
        }
        long[] dims = new long[count];
        for (int i = 0; i < count; i++) {
            dims[i] = call.dim(i);
        }
        CachedSizes[] updated = new CachedSizes[Math.min(before.length + 1, MAX_CACHED_TUPLES)];
        updated[0] = new CachedSizes(dims, computed.apply(dims));
        System.arraycopy(before, 0, updated, 1, updated.length - 1);
        cached = updated;
        return updated[0].sizes;
    }
}
