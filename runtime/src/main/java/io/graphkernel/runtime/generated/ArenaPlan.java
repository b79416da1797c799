package io.graphkernel.runtime.generated;

import io.graphkernel.common.arena.Allocations;
import io.graphkernel.common.arena.ArenaPlacement;
import io.graphkernel.runtime.internal.profile.LaunchProfile;

/**
 * Memory plan of an arena whose layout depends on the dims of the call. Offsets are planned at the first call with
 * given dims and cached for later calls, which do not allocate. A stub holds the plan in a static field that all
 * threads share.
 */
public abstract class ArenaPlan {
    private final String allocations;
    private final SizesByDims offsets;

    /**
     * Creates the plan of an arena.
     *
     * @param dims number of dims that the sizes depend on
     * @param allocations live intervals as {@link Allocations#parse} reads them, whose sizes are indices into
     *     {@link #sizes}
     */
    // The offsets are planned at a call, after the subclass has been constructed.
    @SuppressWarnings("this-escape")
    protected ArenaPlan(int dims, String allocations) {
        this.allocations = allocations;
        this.offsets = new SizesByDims(dims, this::planned);
    }

    /**
     * Returns the sizes of the allocations.
     *
     * @param dims dims of a call
     * @return distinct sizes in bytes
     */
    protected abstract long[] sizes(long[] dims);

    /**
     * Returns the offsets for the dims of a call.
     *
     * @param frame frame with the dims in its slots from 0 on
     * @return the offset of each allocation in bytes, followed by the size of the arena; a shared array that must not
     *     be modified
     */
    public final long[] at(LaunchFrame frame) {
        return offsets.of(frame);
    }

    private long[] planned(long[] dims) {
        return offsets(getClass().getName(), Allocations.parse(allocations), sizes(dims));
    }

    /**
     * Plans the offsets for the sizes of a call.
     *
     * @param plan name of the plan in profiles
     * @param allocations allocations of the arena
     * @param sizes sizes in bytes
     * @return the offset of each allocation in bytes, followed by the size of the arena
     */
    public static long[] offsets(String plan, Allocations allocations, long[] sizes) {
        ArenaPlacement layout = ArenaPlacement.of(allocations, sizes);
        LaunchProfile.arenaPlanned(plan, layout.bytes(), allocations.bound(sizes));
        return layout.offsets();
    }
}
