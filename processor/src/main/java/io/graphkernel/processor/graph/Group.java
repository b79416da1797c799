package io.graphkernel.processor.graph;

import java.util.List;

/**
 * Ops that run in one kernel.
 *
 * @param name {@code Fused_Mul_Add_fusion} for several ops, the op's name for one
 * @param nodes the member ops in topological order
 */
public record Group(String name, List<Node> nodes) {

    public Group {
        nodes = List.copyOf(nodes);
    }
}
