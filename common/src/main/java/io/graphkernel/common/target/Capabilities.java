package io.graphkernel.common.target;

import java.util.Collection;

/**
 * Capabilities of a target that affect fusion, scheduling and launches. A method has one schedule for all of its
 * targets, which uses their {@linkplain #common common} capabilities.
 *
 * @param maxVectorLanes maximum number of lanes per vector, by which row buffers are padded at both ends
 * @param maxRowBufferBytes maximum size of row buffers for which reading a value is cheaper than recomputing it; 0 for
 *     a target without row buffers
 * @param argumentLimits limits of a kernel's arguments
 * @param costs cost model
 * @param splitReduction parameters of two-phase reductions
 * @param tiling tiling parameters of long loops
 * @param threadBlocks limits per thread of a thread block; {@link ThreadBlockLimits#NONE} if there are none
 * @param libraries choices between kernels and library calls
 */
public record Capabilities(
        int maxVectorLanes,
        long maxRowBufferBytes,
        KernelArgumentLimits argumentLimits,
        TrafficCostModel costs,
        SplitReductionParameters splitReduction,
        TilingParameters tiling,
        ThreadBlockLimits threadBlocks,
        LibraryChoices libraries) {

    /** Capabilities of every target: scalar, without row buffers. */
    public static final Capabilities MINIMAL = new Capabilities(1, 0);

    /** Default capabilities: the vectors of current CPUs, with row buffers and tiles of contractions. */
    public static final Capabilities DEFAULT =
            new Capabilities(16, 256 * 1024).withLibraries(LibraryChoices.OF_KERNELS);

    /**
     * Creates capabilities of a target without thread blocks, with defaults for the others.
     *
     * @param maxVectorLanes maximum number of lanes per vector
     * @param maxRowBufferBytes maximum size of row buffers
     */
    public Capabilities(int maxVectorLanes, long maxRowBufferBytes) {
        this(
                maxVectorLanes,
                maxRowBufferBytes,
                KernelArgumentLimits.DEFAULT,
                TrafficCostModel.DEFAULT,
                SplitReductionParameters.DEFAULT,
                TilingParameters.DEFAULT,
                ThreadBlockLimits.NONE);
    }

    /**
     * Creates capabilities of a target whose libraries fuse all supported epilogues, without tiles of contractions.
     *
     * @param maxVectorLanes maximum number of lanes per vector
     * @param maxRowBufferBytes maximum size of row buffers
     * @param argumentLimits limits of a kernel's arguments
     * @param costs cost model
     * @param splitReduction parameters of two-phase reductions
     * @param tiling tiling parameters of long loops
     * @param threadBlocks limits per thread of a thread block
     */
    public Capabilities(
            int maxVectorLanes,
            long maxRowBufferBytes,
            KernelArgumentLimits argumentLimits,
            TrafficCostModel costs,
            SplitReductionParameters splitReduction,
            TilingParameters tiling,
            ThreadBlockLimits threadBlocks) {
        this(
                maxVectorLanes,
                maxRowBufferBytes,
                argumentLimits,
                costs,
                splitReduction,
                tiling,
                threadBlocks,
                LibraryChoices.NONE);
    }

    /**
     * Returns the capabilities that a schedule for several targets may use, independent of their order.
     *
     * <p>Optional capabilities are the maximum: a target ignores spare padding, unbuffered stages and cache hints.
     * Requirements are the {@linkplain KernelArgumentLimits#intersect minimum}. Costs are those by which a decision is
     * {@linkplain TrafficCostModel#intersect profitable on every target}. Blocks are the {@linkplain
     * SplitReductionParameters#intersect largest}; tiles and thread blocks {@linkplain TilingParameters#intersect fit}
     * {@linkplain ThreadBlockLimits#intersect all targets}.
     *
     * @param targets the capabilities of each target
     * @return the minimal ones for no target
     */
    public static Capabilities common(Collection<Capabilities> targets) {
        return targets.stream().reduce(Capabilities::intersect).orElse(MINIMAL);
    }

    /**
     * Returns these capabilities with thread blocks.
     *
     * @param others limits per thread
     */
    public Capabilities withThreadBlocks(ThreadBlockLimits others) {
        return new Capabilities(
                maxVectorLanes, maxRowBufferBytes, argumentLimits, costs, splitReduction, tiling, others, libraries);
    }

    /**
     * Returns these capabilities with choices between kernels and library calls.
     *
     * @param choices the choices
     */
    public Capabilities withLibraries(LibraryChoices choices) {
        return new Capabilities(
                maxVectorLanes,
                maxRowBufferBytes,
                argumentLimits,
                costs,
                splitReduction,
                tiling,
                threadBlocks,
                choices);
    }

    private Capabilities intersect(Capabilities other) {
        return new Capabilities(
                Math.max(maxVectorLanes, other.maxVectorLanes),
                Math.max(maxRowBufferBytes, other.maxRowBufferBytes),
                argumentLimits.intersect(other.argumentLimits),
                costs.intersect(other.costs),
                splitReduction.intersect(other.splitReduction),
                tiling.intersect(other.tiling),
                threadBlocks.intersect(other.threadBlocks),
                libraries.intersect(other.libraries));
    }
}
