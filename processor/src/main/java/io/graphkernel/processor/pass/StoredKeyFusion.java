package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.op.StoredAttention;

/**
 * Fuses the conversion of keys and values to f32, and the multiplication by a scale per row, into the attention that
 * reads them. Keys and values stay in their storage dtype, and have no f32 temporaries. A target whose attention is a
 * library call reads keys and values of f32.
 */
public final class StoredKeyFusion implements GraphPass {

    @Override
    public String name() {
        return "stored_key_fusion";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        if (!context.capabilities().libraries().convertsAttentionKeys()) {
            return graph;
        }
        Graph fused = GraphRewriter.rewrite(
                graph, (node, builder) -> StoredAttention.of(node, builder).orElse(node));
        return fused == graph ? graph : DeadCodeElimination.withoutDeadCode(fused);
    }
}
