package io.graphkernel.common.target;

/**
 * Cost model of computation relative to data movement. The unit is one vector instruction, as in the op table.
 *
 * @param minExpensiveCost cost from which an op is not recomputed for several users
 * @param lanes number of lanes of the vector instruction with cost 1
 * @param costPerLine cost equivalent of moving a cache line between memory and a core that shares the bandwidth
 * @param lineBytes size of a cache line in bytes
 * @param partialStoreCost cost of storing a vector while column partial results are stored as well; a load costs 1
 * @param minParallelBytes traffic in bytes from which a kernel occupies all threads or thread blocks by itself
 */
public record TrafficCostModel(
        int minExpensiveCost,
        double lanes,
        double costPerLine,
        double lineBytes,
        int partialStoreCost,
        double minParallelBytes) {

    /** Measured on CPUs with 64-byte vectors. */
    public static final TrafficCostModel DEFAULT = new TrafficCostModel(
            /* minExpensiveCost= */ 4,
            /* lanes= */ 16,
            /* costPerLine= */ 8,
            /* lineBytes= */ 64,
            /* partialStoreCost= */ 2,
            /* minParallelBytes= */ 1 << 20);

    /** Returns the costs by which recomputation, buffering and joint launches are profitable on both targets. */
    TrafficCostModel intersect(TrafficCostModel other) {
        TrafficCostModel moreExpensive = costPerByte() <= other.costPerByte() ? this : other;
        return new TrafficCostModel(
                Math.min(minExpensiveCost, other.minExpensiveCost),
                moreExpensive.lanes,
                moreExpensive.costPerLine,
                moreExpensive.lineBytes,
                Math.max(partialStoreCost, other.partialStoreCost),
                Math.min(minParallelBytes, other.minParallelBytes));
    }

    /**
     * Returns true if recomputation is profitable.
     *
     * @param work additional work: the cost of each op times its number of elements
     * @param bytes saved traffic
     * @return false if nothing is saved
     */
    public boolean isProfitable(double work, double bytes) {
        return bytes > 0 && work <= costPerByte() * bytes;
    }

    /** Returns the number of bytes that move between memory and a core during an instruction with cost 1. */
    public double bytesPerInstruction() {
        return lineBytes / costPerLine;
    }

    /** Returns the size in bytes of the vector of 4-byte elements that an instruction with cost 1 computes. */
    public double vectorBytes() {
        return lanes * Float.BYTES;
    }

    /** Returns the cost equivalent of moving a byte. */
    private double costPerByte() {
        return lanes * costPerLine / lineBytes;
    }
}
