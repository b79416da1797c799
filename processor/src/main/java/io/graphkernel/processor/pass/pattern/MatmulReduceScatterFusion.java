package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.loop.Views;

/**
 * A product of matrices, and this rank's rows of its sum over a group: one op, which needs memory for the product while it runs
 * alone.
 */
public final class MatmulReduceScatterFusion extends PatternPass {

    /** The pass. */
    public MatmulReduceScatterFusion() {
        super("MatmulReduceScatter", """
                product = MatMul(a, b)
                sum = ReduceScatter(product)
                =>
                sum = MatmulReduceScatter(a, b)
                """);
    }

    @Override
    String condition() {
        return "a is not transposed, and nobody else reads the product.";
    }

    /** The op takes a as it lies in memory, where a product by itself would read it transposed. */
    @Override
    boolean applies(PatternMatch match) {
        return !match.attributes("product").flag(Attributes.TRANSPOSE_A) && !Views.swapsLastAxes(match.value("a"));
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE
                .with(Attributes.TRANSPOSE_B, match.attributes("product").flag(Attributes.TRANSPOSE_B))
                .with(Attributes.RANKS, match.attributes("sum").integer(Attributes.RANKS))
                .with(Attributes.GROUP, match.attributes("sum").text(Attributes.GROUP));
    }
}
