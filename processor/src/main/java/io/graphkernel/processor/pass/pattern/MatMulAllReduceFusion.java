package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;

/**
 * The product of two matrices, summed over a group of ranks: one op, which sums the product in its place and, where the
 * ranks are combined in the background, blocks of rows while the next ones are computed. Every dtype of floats: nothing
 * is added in another order.
 */
public final class MatMulAllReduceFusion extends PatternPass {

    private static final String SUM = "SUM";

    /** The pass. */
    public MatMulAllReduceFusion() {
        super("MatMulAllReduce", """
                product = MatMul(a, b)
                sum = AllReduce(product)
                =>
                sum = MatMulAllReduce(a, b)
                """, """
                product = MatMul(a, b)
                shaped = Reshape(product)
                sum = AllReduce(shaped)
                =>
                rows = MatMulAllReduce(a, b)
                sum = Reshape(rows)
                """);
    }

    @Override
    String condition() {
        return "Ranks are summed, a is not transposed, and nobody else reads the product.";
    }

    /** {@code --enable_allreduce_prologue_fusion} is about this pass alone. */
    @Override
    public boolean runsBy(Flags flags) {
        return super.runsBy(flags) && flags.isOn(Flag.ENABLE_ALLREDUCE_PROLOGUE_FUSION);
    }

    /** The op takes a as it lies in memory, where a product by itself would read it transposed. */
    @Override
    boolean applies(PatternMatch match) {
        Node a = match.value("a");
        return match.attributes("sum").text(Attributes.REDUCE_OP).equals(SUM)
                && !match.attributes("product").flag(Attributes.TRANSPOSE_A)
                && !Views.swapsLastAxes(a);
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        boolean isShape = result.equals("sum") && match.value("shaped") != null;
        return isShape
                ? Attributes.NONE.with(
                        Attributes.DIMS, match.value("sum").shape().dims())
                : Attributes.NONE
                        .with(
                                Attributes.TRANSPOSE_B,
                                match.attributes("product").flag(Attributes.TRANSPOSE_B))
                        .with(Attributes.GROUP, match.attributes("sum").text(Attributes.GROUP));
    }
}
