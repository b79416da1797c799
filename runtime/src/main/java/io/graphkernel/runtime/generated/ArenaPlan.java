package io.graphkernel.runtime.generated;

import io.graphkernel.arena.Allocations;
import io.graphkernel.arena.ArenaLayout;
import io.graphkernel.runtime.internal.profile.LaunchProfile;

/**
 * Where the temporaries of a plan lie in its arena, if that depends on the dims of the call. Offsets are planned at the first
 * call with some dims and kept for later ones, which allocate nothing. A stub holds one in a static field; it is shared by
 * all threads.
 */
public abstract class ArenaPlan {
    private final String pieces;
    private final SizesByDims offsets;

    /**
     * The arena of a plan.
     *
     * @param dims how many dims the sizes depend on
     * @param pieces the pieces, as {@link Allocations#parse} reads them; sizes are positions in those of {@link #sizes}
     */
    // The offsets are planned at a call, and a subclass is made by then.
    @SuppressWarnings("this-escape")
    protected ArenaPlan(int dims, String pieces) {
        this.pieces = pieces;
        this.offsets = new SizesByDims(dims, this::planned);
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
        return offsets.of(frame);
    }

    private long[] planned(long[] dims) {
        Allocations allocations = Allocations.parse(pieces);
        long[] sizes = sizes(dims);
        ArenaLayout layout = ArenaLayout.of(allocations, sizes);
        LaunchProfile.arenaPlanned(getClass().getName(), layout.bytes(), allocations.bound(sizes));
        return layout.offsets();
    }
}
