package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.graph.Attributes;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/**
 * Fuses an all-gather of rows and a matmul into one op. It needs memory for the gathered rows only while it runs, and
 * overlaps the matmul of local rows with the communication if the backend is asynchronous.
 */
public final class AllGatherMatmulFusion extends PatternPass {

    /** Creates the pass. */
    public AllGatherMatmulFusion() {
        super("AllGatherMatmul", """
                rows = AllGather(a)
                matmul = MatMul(rows, b)
                =>
                matmul = AllGatherMatmul(a, b)
                """);
    }

    @Override
    protected String condition() {
        return "The rows are a matrix that is not transposed, without other users.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        return !match.attributes("matmul").flag(Attributes.TRANSPOSE_A);
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE
                .with(Attributes.TRANSPOSE_B, match.attributes("matmul").flag(Attributes.TRANSPOSE_B))
                .with(Attributes.RANKS, match.attributes("rows").integer(Attributes.RANKS))
                .with(Attributes.GROUP, match.attributes("rows").text(Attributes.GROUP));
    }
}
