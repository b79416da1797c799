package io.graphkernel.processor.capability;

import java.util.Collection;

/**
 * What a target can do, as far as fusion, schedules and launches depend on it: each such number is said by the targets, and
 * nowhere else. A method has one schedule, which every target runs, so that it is made for the {@linkplain #common common}
 * capabilities of all targets.
 *
 * @param vectorLanes the most elements that one thread computes at a time; row buffers have room for so many at both ends
 * @param keptRowBytes how many bytes of row buffers stay close to the thread that computes a row, so that reading a value
 *     again costs less than computing it again; 0 for a target without row buffers
 * @param arguments how much a kernel takes
 * @param costs what work costs next to moving data
 * @param blocks how a reduction in two phases is cut
 * @param tiles what a thread takes at a time of long loops
 * @param groups what threads do at once that share memory; {@link Groups#NONE} if there are none
 * @param choosesPostOps whether libraries apply to their results only what flags name, since kernels do it in fewer steps
 */
public record Capabilities(
        int vectorLanes,
        long keptRowBytes,
        Arguments arguments,
        Costs costs,
        Blocks blocks,
        Tiles tiles,
        Groups groups,
        boolean choosesPostOps) {

    /** One element at a time, no row buffers: what every target can do. */
    public static final Capabilities LEAST = new Capabilities(1, 0);

    /** Where nobody asks for particular targets: the vectors of a CPU of today, with row buffers. */
    public static final Capabilities USUAL = new Capabilities(16, 256 * 1024);

    /**
     * Capabilities of a target without groups that takes as many arguments as others do, and whose costs, blocks and tiles
     * are as usual.
     *
     * @param vectorLanes the most elements that one thread computes at a time
     * @param keptRowBytes how many bytes of row buffers stay close to a thread
     */
    public Capabilities(int vectorLanes, long keptRowBytes) {
        this(vectorLanes, keptRowBytes, Arguments.USUAL, Costs.USUAL, Blocks.USUAL, Tiles.USUAL, Groups.NONE);
    }

    /**
     * Capabilities of a target whose libraries apply whatever they can to their results.
     *
     * @param vectorLanes the most elements that one thread computes at a time
     * @param keptRowBytes how many bytes of row buffers stay close to a thread
     * @param arguments how much a kernel takes
     * @param costs what work costs next to moving data
     * @param blocks how a reduction in two phases is cut
     * @param tiles what a thread takes at a time of long loops
     * @param groups what threads do at once that share memory
     */
    public Capabilities(
            int vectorLanes,
            long keptRowBytes,
            Arguments arguments,
            Costs costs,
            Blocks blocks,
            Tiles tiles,
            Groups groups) {
        this(vectorLanes, keptRowBytes, arguments, costs, blocks, tiles, groups, false);
    }

    /**
     * What a schedule for several targets may use, the same in whatever order they come. Of what a target need not use, the
     * most: it leaves room for vectors unused, takes the stages of a kernel that keep nothing, and does not look at what a
     * launch says of the caches. Of what it must be able to take, the {@linkplain Arguments#or least}. Of costs, those by which
     * a choice {@linkplain Costs#or pays on every target}. Of blocks, the {@linkplain Blocks#or largest}; of tiles and
     * groups, what {@linkplain Tiles#or fits} {@linkplain Groups#or all}.
     *
     * @param all the capabilities of each target
     * @return the least ones for no target
     */
    public static Capabilities common(Collection<Capabilities> all) {
        return all.stream().reduce(Capabilities::or).orElse(LEAST);
    }

    /**
     * The same with threads in groups.
     *
     * @param others what these threads do at once
     */
    public Capabilities withGroups(Groups others) {
        return new Capabilities(vectorLanes, keptRowBytes, arguments, costs, blocks, tiles, others, choosesPostOps);
    }

    /**
     * The same for a compilation in which every target chooses what libraries apply, or not.
     *
     * @param chooses whether libraries apply to their results only what flags name
     */
    public Capabilities withChosenPostOps(boolean chooses) {
        return new Capabilities(vectorLanes, keptRowBytes, arguments, costs, blocks, tiles, groups, chooses);
    }

    private Capabilities or(Capabilities other) {
        return new Capabilities(
                Math.max(vectorLanes, other.vectorLanes),
                Math.max(keptRowBytes, other.keptRowBytes),
                arguments.or(other.arguments),
                costs.or(other.costs),
                blocks.or(other.blocks),
                tiles.or(other.tiles),
                groups.or(other.groups),
                choosesPostOps && other.choosesPostOps);
    }
}
