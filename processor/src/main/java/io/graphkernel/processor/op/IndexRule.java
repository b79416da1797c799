package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import java.util.Optional;

/**
 * Which of its elements are valid that an operand names by their positions.
 *
 * @param operand the operand that names positions, {@code labels} or {@code indices}
 * @param size how many positions there are
 * @param sizeText the same in words
 * @param fromEnd whether a negative index counts from the end
 * @param outside what a kernel makes of another index, if it does not check
 */
public record IndexRule(String operand, Size size, String sizeText, boolean fromEnd, String outside) {

    /** A size, from the operands and attributes of the op. */
    @FunctionalInterface
    public interface Size {

        /**
         * The size.
         *
         * @param ops gives the operands and attributes
         * @return how many positions there are
         * @throws TypeException if an axis is out of range
         */
        DimsBuilder.Extent of(ExpansionBuilder ops) throws TypeException;
    }

    /** The positions along the last axis of an operand. */
    static IndexRule lastAxis(String operand, String of, String outside) {
        return new IndexRule(
                operand, b -> b.dim(b.operand(of), b.axes(-1)), "the size of the last axis of " + of, false, outside);
    }

    /**
     * The index operand of an op of a graph.
     *
     * @param node the op
     * @return its operand and the number of positions, or empty if it has no such operand
     * @throws TypeException if an axis is out of range
     */
    public static Optional<Bound> of(Node node) throws TypeException {
        OpRow row = OpTable.get().row(node);
        if (row.indexRule().isEmpty()) {
            return Optional.empty();
        }
        IndexRule rule = row.indexRule().get();
        GraphExpansion expansion = new GraphExpansion(
                new GraphBuilder(OpTable.get()), row, node.operands(), node.attributes(), Origin.NONE);
        Dim size = GraphDims.dim(rule.size.of(expansion));
        return Optional.of(new Bound(expansion.operand(rule.operand), size, rule.fromEnd));
    }

    /**
     * An index operand of a graph.
     *
     * @param indices the operand
     * @param size how many positions there are
     * @param fromEnd whether a negative index counts from the end
     */
    public record Bound(Node indices, Dim size, boolean fromEnd) {}

    /** The valid ones, and what becomes of others, for the page of the ops. */
    public String describe() {
        String least = fromEnd ? "at least minus " + sizeText : "0 or more";
        return "`" + operand + "` are " + least + " and less than " + sizeText + "; for another one a kernel "
                + outside;
    }
}
