package io.graphkernel.processor.capability;

/**
 * What work costs next to moving data. The unit is a vector instruction for a vector of elements, as in the op table.
 *
 * @param expensive from this cost on an op is not computed again for several readers of what it gives
 * @param lanes the elements of the vector of which an instruction costs 1
 * @param perLine the work that costs as much as moving a line between memory and a core that others share it with
 * @param lineBytes the size of that line
 * @param partialStore the cost of storing a vector next to partial results of columns, which are stored too; loading one
 *     costs 1
 * @param busyBytes a kernel that moves more has work for all threads or groups by itself
 */
public record Costs(int expensive, double lanes, double perLine, double lineBytes, int partialStore, double busyBytes) {

    /** As measured on CPUs with vectors of 64 bytes. */
    public static final Costs USUAL = new Costs(4, 16, 8, 64, 2, 1 << 20);

    /** Those by which work is repeated, kept or launched together only where it pays on both targets. */
    Costs or(Costs other) {
        Costs dearer = worthOfByte() <= other.worthOfByte() ? this : other;
        return new Costs(
                Math.min(expensive, other.expensive),
                dearer.lanes,
                dearer.perLine,
                dearer.lineBytes,
                Math.max(partialStore, other.partialStore),
                Math.min(busyBytes, other.busyBytes));
    }

    /**
     * Whether it pays to compute something again.
     *
     * @param work that is done more: the cost of each op times the elements that it gives
     * @param bytes that are moved less
     * @return false if nothing is moved less
     */
    public boolean pays(double work, double bytes) {
        return bytes > 0 && work <= worthOfByte() * bytes;
    }

    /** The work that costs as much as moving a byte. */
    private double worthOfByte() {
        return lanes * perLine / lineBytes;
    }
}
