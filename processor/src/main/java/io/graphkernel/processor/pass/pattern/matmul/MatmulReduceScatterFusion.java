package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.graph.Attributes;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/**
 * Fuses a matmul and a reduce-scatter of its rows into one op, which needs memory for the full matrix only while it
 * runs.
 */
public final class MatmulReduceScatterFusion extends PatternPass {

    /** Creates the pass. */
    public MatmulReduceScatterFusion() {
        super("MatmulReduceScatter", """
                matmul = MatMul(a, b)
                sum = ReduceScatter(matmul)
                =>
                sum = MatmulReduceScatter(a, b)
                """);
    }

    @Override
    protected String condition() {
        return "a is not transposed, and the matmul has no other users.";
    }

    /** The op reads its left matrix as stored; only a separate matmul reads it transposed. */
    @Override
    protected boolean applies(PatternMatch match) {
        return !match.attributes("matmul").flag(Attributes.TRANSPOSE_A) && !Views.swapsLastAxes(match.value("a"));
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE
                .with(Attributes.TRANSPOSE_B, match.attributes("matmul").flag(Attributes.TRANSPOSE_B))
                .with(Attributes.RANKS, match.attributes("sum").integer(Attributes.RANKS))
                .with(Attributes.GROUP, match.attributes("sum").text(Attributes.GROUP));
    }
}
