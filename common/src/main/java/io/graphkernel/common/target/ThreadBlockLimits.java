package io.graphkernel.common.target;

/**
 * Limits per thread of a thread block, on targets with shared memory. {@link
 * GpuModel.Launch} has the number of threads per thread block.
 *
 * @param maxAccessBytes maximum size of a memory access in bytes
 * @param maxVectorCost maximum cost of the ops on the elements of one access, which limits registers and code size
 * @param maxVectorRegisters maximum number of registers for loads, stores and accumulators of these elements, which
 *     preserves occupancy
 * @param maxUnrolledCost maximum cost of an iteration of an unrolled loop
 * @param tileSize extent of a transposed tile in shared memory in elements; thread blocks process whole rows of it
 */
public record ThreadBlockLimits(
        int maxAccessBytes, int maxVectorCost, int maxVectorRegisters, int maxUnrolledCost, int tileSize) {

    /** Limits of a target without thread blocks. */
    public static final ThreadBlockLimits NONE = new ThreadBlockLimits(0, 0, 0, 0, 0);

    /** Returns the minimum of each, which both targets support; those of the other target if one has none. */
    ThreadBlockLimits intersect(ThreadBlockLimits other) {
        if (equals(NONE) || other.equals(NONE)) {
            return equals(NONE) ? other : this;
        }
        return new ThreadBlockLimits(
                Math.min(maxAccessBytes, other.maxAccessBytes),
                Math.min(maxVectorCost, other.maxVectorCost),
                Math.min(maxVectorRegisters, other.maxVectorRegisters),
                Math.min(maxUnrolledCost, other.maxUnrolledCost),
                Math.min(tileSize, other.tileSize));
    }
}
