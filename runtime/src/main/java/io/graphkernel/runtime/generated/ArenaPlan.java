package io.graphkernel.runtime.generated;

import io.graphkernel.arena.Allocations;
import io.graphkernel.arena.ArenaLayout;

/**
 * Where the temporaries of a plan lie in its arena, if that depends on the dims of the call. Offsets are planned at the first
 * call with some dims and kept for later ones, which allocate nothing. A stub holds one in a static field; it is shared by
 * all threads.
 */
public abstract class ArenaPlan {
    /** How many tuples of dims are kept; a method that is called with more of them plans again. */
    private static final int KEPT_LAYOUTS = 16;

    private final int dims;
    private final String pieces;
    /** The latest first; replaced as a whole. */
    private volatile Layout[] layouts = {};

    /**
     * The arena of a plan.
     *
     * @param dims how many dims the sizes depend on
     * @param pieces the pieces, as {@link Allocations#parse} reads them; sizes are positions in those of {@link #sizes}
     */
    protected ArenaPlan(int dims, String pieces) {
        this.dims = dims;
        this.pieces = pieces;
    }

    /** Offsets for some dims. */
    private record Layout(long[] dims, long[] offsets) {
        boolean matches(LaunchFrame frame) {
            for (int i = 0; i < dims.length; i++) {
                if (frame.slot(i) != dims[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * The sizes of pieces.
     *
     * @param dims of a call
     * @return bytes, each size once
     */
    protected abstract long[] sizes(long[] dims);

    /**
     * The offsets for the dims of a call.
     *
     * @param frame has the dims in its slots from 0 on
     * @return the offset of each piece in bytes, and last the size of the arena; it is shared and must not be changed
     */
    public final long[] at(LaunchFrame frame) {
        long[] offsets = known(frame);
        return offsets != null ? offsets : planned(frame);
    }

    /** Null if the dims of the call are new. */
    private long[] known(LaunchFrame frame) {
        for (Layout layout : layouts) {
            if (layout.matches(frame)) {
                return layout.offsets;
            }
        }
        return null;
    }

    private synchronized long[] planned(LaunchFrame frame) {
        // Another thread may have planned for the same dims meanwhile.
        long[] planned = known(frame);
        if (planned != null) {
            return planned;
        }
        long[] asked = new long[dims];
        for (int i = 0; i < dims; i++) {
            asked[i] = frame.slot(i);
        }
        long[] offsets = ArenaLayout.of(Allocations.parse(pieces), sizes(asked)).offsets();
        Layout[] known = layouts;
        Layout[] kept = new Layout[Math.min(known.length + 1, KEPT_LAYOUTS)];
        kept[0] = new Layout(asked, offsets);
        System.arraycopy(known, 0, kept, 1, kept.length - 1);
        layouts = kept;
        return offsets;
    }
}
