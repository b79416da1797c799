package io.graphkernel.op;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.IndexRule;
import io.graphkernel.op.row.OpRow;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Index operand of a graph, and its valid range.
 *
 * @param indices the operand
 * @param size number of positions
 * @param fromEnd true if negative indices count from the end
 * @param ignored a further valid value, which stands for no position; empty for none
 */
public record IndexBound(Node indices, Dim size, boolean fromEnd, OptionalLong ignored) {

    /**
     * Returns the index operand of an op of a graph.
     *
     * @param node the op
     * @return its operand and the number of positions, or empty if it has no such operand
     * @throws TypeException if an axis is out of range
     */
    public static Optional<IndexBound> of(Node node) throws TypeException {
        OpRow row = OpTable.get().row(node);
        if (row.indexRule().isEmpty()) {
            return Optional.empty();
        }
        IndexRule rule = row.indexRule().get();
        GraphExpansion expansion = new GraphExpansion(
                new GraphBuilder(OpTable.get()), row, node.operands(), node.attributes(), Origin.NONE);
        Dim size = GraphDims.dim(rule.size().of(expansion));
        return Optional.of(
                new IndexBound(expansion.operand(rule.operand()), size, rule.fromEnd(), rule.ignoredValue(expansion)));
    }
}
