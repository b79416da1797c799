package io.graphkernel.processor.graph;

import java.util.List;
import java.util.Locale;

/**
 * Ops that run in one kernel.
 *
 * @param name {@code Fused_Mul_Add_fusion} for several ops, the op's name for one
 * @param nodes the member ops in topological order
 * @param launch how the kernel is launched
 */
public record Group(String name, List<Node> nodes, Launch launch) {

    /** How a kernel is launched, seen from the one before it in the graph. */
    public enum Launch {
        /** By a launch of its own, or by one that others join. */
        ALONE,
        /** By the same launch at the same time: neither needs what the other writes. */
        TOGETHER,
        /** By the same launch, after everything in it so far. */
        AFTER;

        /** The word in the graph's text; empty for a launch of its own. */
        String word() {
            return this == ALONE ? "" : " " + name().toLowerCase(Locale.ROOT);
        }
    }

    public Group {
        nodes = List.copyOf(nodes);
    }

    /**
     * Ops that run in a kernel with a launch of its own.
     *
     * @param name see {@link #name}
     * @param nodes the member ops in topological order
     */
    public Group(String name, List<Node> nodes) {
        this(name, nodes, Launch.ALONE);
    }

    /**
     * The same kernel, launched otherwise.
     *
     * @param newLaunch how
     * @return a new group
     */
    public Group with(Launch newLaunch) {
        return new Group(name, nodes, newLaunch);
    }
}
