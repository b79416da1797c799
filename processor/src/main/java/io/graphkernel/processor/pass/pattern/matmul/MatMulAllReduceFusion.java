package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/**
 * Fuses a matmul and an all-reduce into one op, which reduces in place. With an asynchronous backend it reduces blocks
 * of rows while the next ones are computed. It applies to every floating-point dtype, because the order of additions is
 * unchanged.
 */
public final class MatMulAllReduceFusion extends PatternPass {

    private static final String SUM = "SUM";

    /** Creates the pass. */
    public MatMulAllReduceFusion() {
        super("MatMulAllReduce", """
                matmul = MatMul(a, b)
                sum = AllReduce(matmul)
                =>
                sum = MatMulAllReduce(a, b)
                """, """
                matmul = MatMul(a, b)
                shaped = Reshape(matmul)
                sum = AllReduce(shaped)
                =>
                rows = MatMulAllReduce(a, b)
                sum = Reshape(rows)
                """);
    }

    @Override
    protected String condition() {
        return "The reduction is a sum, a is not transposed, and the matmul has no other users.";
    }

    /** The flag {@code --enable_allreduce_prologue_fusion} controls only this pass. */
    @Override
    public boolean isEnabledBy(FlagValues flags) {
        return super.isEnabledBy(flags) && flags.isOn(Flag.ENABLE_ALLREDUCE_PROLOGUE_FUSION);
    }

    /** The op reads its left matrix as stored; only a separate matmul reads it transposed. */
    @Override
    protected boolean applies(PatternMatch match) {
        Node a = match.value("a");
        return match.attributes("sum").text(Attributes.REDUCE_OP).equals(SUM)
                && !match.attributes("matmul").flag(Attributes.TRANSPOSE_A)
                && !Views.swapsLastAxes(a);
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        boolean isShape = result.equals("sum") && match.value("shaped") != null;
        return isShape
                ? Attributes.NONE.with(
                        Attributes.DIMS, match.value("sum").shape().dims())
                : Attributes.NONE
                        .with(Attributes.TRANSPOSE_B, match.attributes("matmul").flag(Attributes.TRANSPOSE_B))
                        .with(Attributes.GROUP, match.attributes("sum").text(Attributes.GROUP));
    }
}
