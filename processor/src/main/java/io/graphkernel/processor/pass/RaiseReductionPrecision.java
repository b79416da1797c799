package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.BasicOps;
import io.graphkernel.processor.op.Combiner;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.List;

/**
 * Sums of 16-bit floats that are only read as {@code f32} are summed as {@code f32}. Kernels accumulate in {@code f32}
 * anyway; without this pass the sum would be rounded to 16 bits, or overflow, where it is stored for another kernel.
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
        Readers readers = new Readers(graph);
        return GraphRewriter.rewriteKnowing(graph, (original, node, builder) -> {
            if (isWidened(original, readers)) {
                Node wide = builder.operation(
                        BasicOps.CAST,
                        node.operands(),
                        Attributes.NONE.with(Attributes.DTYPE, DType.F32.text()),
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

    private static boolean isWidened(Node node, Readers readers) {
        boolean narrow = node.dtype() == DType.F16 || node.dtype() == DType.BF16;
        return narrow
                && OpTable.get().is(node, OpKind.REDUCTION)
                && OpTable.get().row(node).combiner() == Combiner.SUM
                && !node.attributes().has(Attributes.SCOPE)
                && !readers.isResult(node)
                && !readers.of(node).isEmpty()
                && readers.of(node).stream()
                        .allMatch(user -> user.op().equals(BasicOps.CAST) && user.dtype() == DType.F32);
    }
}
