package io.graphkernel.graph;

import java.util.List;
import java.util.Locale;

/**
 * Ops that run in one kernel.
 *
 * @param name {@code Fused_Mul_Add_fusion} for several ops, the op's name for one
 * @param nodes the member ops in topological order
 * @param launch how the kernel is launched
 */
public record FusionGroup(String name, List<Node> nodes, Launch launch) {

    /** Launch of a kernel relative to its predecessor in the graph. */
    public enum Launch {
        /** By a separate launch, which later kernels may join. */
        ALONE,
        /** By the predecessor's launch, concurrently: neither kernel reads the other's results. */
        TOGETHER,
        /** By the predecessor's launch, after all kernels in it so far. */
        AFTER;

        /** Returns the keyword in the graph's text; empty for a separate launch. */
        String word() {
            return this == ALONE ? "" : " " + name().toLowerCase(Locale.ROOT);
        }
    }

    public FusionGroup {
        nodes = List.copyOf(nodes);
    }

    /**
     * Creates a kernel with a separate launch.
     *
     * @param name see {@link #name}
     * @param nodes the member ops in topological order
     */
    public FusionGroup(String name, List<Node> nodes) {
        this(name, nodes, Launch.ALONE);
    }

    /**
     * Returns the same kernel with another launch.
     *
     * @param newLaunch kind of launch
     * @return a new group
     */
    public FusionGroup with(Launch newLaunch) {
        return new FusionGroup(name, nodes, newLaunch);
    }
}
