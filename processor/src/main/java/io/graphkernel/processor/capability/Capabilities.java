package io.graphkernel.processor.capability;

import java.util.Collection;

/**
 * What a target can do, as far as a schedule depends on it. A method has one schedule, which every target can run, so a
 * schedule asks for the {@linkplain #common common} capabilities of all targets.
 *
 * @param vectorLanes the most elements that one thread computes at a time; row buffers have room for so many at both ends
 * @param keptRowBytes how many bytes of row buffers stay close to the thread that computes a row, so that reading a value
 *     again costs less than computing it again; 0 for a target without row buffers
 * @param storesPastCaches whether stores can bypass the caches; if so, launches say when they should
 */
public record Capabilities(int vectorLanes, long keptRowBytes, boolean storesPastCaches) {

    /** One element at a time, no row buffers, plain stores: what every target can do. */
    public static final Capabilities LEAST = new Capabilities(1, 0, false);

    /**
     * What a schedule for several targets may use: of each capability the most. A target that can do less runs the schedule
     * all the same: it leaves room for vectors unused, takes the stages of a kernel that keep nothing, and does not look
     * at what a launch says of the caches.
     *
     * @param all the capabilities of each target
     * @return the least ones for no target
     */
    public static Capabilities common(Collection<Capabilities> all) {
        return all.stream().reduce(LEAST, Capabilities::or);
    }

    private Capabilities or(Capabilities other) {
        return new Capabilities(
                Math.max(vectorLanes, other.vectorLanes),
                Math.max(keptRowBytes, other.keptRowBytes),
                storesPastCaches || other.storesPastCaches);
    }
}
