package io.graphkernel.runtime.generated;

import java.util.function.UnaryOperator;

/**
 * Numbers that follow from the dims of a call alone, such as the sizes and offsets of its memory. They are computed at the
 * first call with some dims and kept for later ones, which allocate nothing. All threads share them.
 */
public final class SizesByDims {
    /** For how many tuples of dims they are kept; calls with more of them compute them again. */
    private static final int KEPT = 32;

    /** The dims of a call. */
    public interface Dims {
        /** One of them, by its position. */
        long dim(int index);
    }

    private record Known(long[] dims, long[] sizes) {
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
    /** The latest first; replaced as a whole. */
    private volatile Known[] known = {};

    /**
     * Numbers of which none is computed yet.
     *
     * @param count on how many dims they depend
     * @param computed the numbers for some dims, always the same
     */
    public SizesByDims(int count, UnaryOperator<long[]> computed) {
        this.count = count;
        this.computed = computed;
    }

    /**
     * The numbers for the dims of a call.
     *
     * @param call has {@code count} dims or more
     * @return shared; must not be changed
     */
    public long[] of(Dims call) {
        for (Known each : known) {
            if (each.isFor(call)) {
                return each.sizes;
            }
        }
        return compute(call);
    }

    private synchronized long[] compute(Dims call) {
        Known[] before = known;
        for (Known each : before) {
            // Another thread may have computed them meanwhile.
            if (each.isFor(call)) {
                return each.sizes;
            }
        }
        long[] dims = new long[count];
        for (int i = 0; i < count; i++) {
            dims[i] = call.dim(i);
        }
        Known[] kept = new Known[Math.min(before.length + 1, KEPT)];
        kept[0] = new Known(dims, computed.apply(dims));
        System.arraycopy(before, 0, kept, 1, kept.length - 1);
        known = kept;
        return kept[0].sizes;
    }
}
