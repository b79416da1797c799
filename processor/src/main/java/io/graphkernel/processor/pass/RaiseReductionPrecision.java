package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.Combiner;
import io.graphkernel.op.row.OpKind;
import java.util.List;

/**
 * Changes sums of 16-bit floats that are only read as {@code f32} to sums of {@code f32}. Kernels accumulate in {@code
 * f32} anyway. Otherwise a sum stored for another kernel would be rounded to 16 bits, or overflow.
 */
public final class RaiseReductionPrecision implements GraphPass {

    @Override
    public String name() {
        return "raise_reduction_precision";
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        UseLists readers = new UseLists(graph);
        return GraphRewriter.rewriteWithOriginal(graph, (original, node, builder) -> {
            if (isWidened(original, readers)) {
                Node wide = builder.operation(
                        BasicOps.CAST,
                        node.operands(),
                        Attributes.NONE.with(Attributes.DTYPE, DataType.F32.text()),
                        "",
                        node.origin());
                return builder.operation(node.op(), List.of(wide), node.attributes(), node.label(), node.origin());
            }
            boolean absorbed = node != original
                    && node.op().equals(BasicOps.CAST)
                    && node.operands().get(0).type().equals(node.type());
            return absorbed ? node.operands().get(0) : node;
        });
    }

    private static boolean isWidened(Node node, UseLists readers) {
        boolean narrow = node.dtype() == DataType.F16 || node.dtype() == DataType.BF16;
        return narrow
                && OpTable.get().is(node, OpKind.REDUCTION)
                && OpTable.get().row(node).combiner() == Combiner.SUM
                && !node.attributes().has(Attributes.SCOPE)
                && !readers.isResult(node)
                && !readers.of(node).isEmpty()
                && readers.of(node).stream()
                        .allMatch(user -> user.op().equals(BasicOps.CAST) && user.dtype() == DataType.F32);
    }
}
