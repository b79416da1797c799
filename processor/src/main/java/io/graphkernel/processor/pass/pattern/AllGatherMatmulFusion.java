package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/**
 * The rows of all ranks, times a matrix: one op, which needs memory for these rows while it runs alone, and computes this
 * rank's rows while the others come, if the engine works in the background.
 */
public final class AllGatherMatmulFusion extends PatternPass {

    /** The pass. */
    public AllGatherMatmulFusion() {
        super("AllGatherMatmul", """
                rows = AllGather(a)
                product = MatMul(rows, b)
                =>
                product = AllGatherMatmul(a, b)
                """);
    }

    @Override
    String condition() {
        return "The rows are a matrix that is not transposed, and nobody else reads them.";
    }

    @Override
    boolean applies(PatternMatch match) {
        return !match.attributes("product").flag(Attributes.TRANSPOSE_A);
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE
                .with(Attributes.TRANSPOSE_B, match.attributes("product").flag(Attributes.TRANSPOSE_B))
                .with(Attributes.RANKS, match.attributes("rows").integer(Attributes.RANKS))
                .with(Attributes.GROUP, match.attributes("rows").text(Attributes.GROUP));
    }
}
