package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.op.row.ScalarNotation;
import java.util.List;
import java.util.Optional;

/**
 * Roles of the dims of a contraction, a sum of products of two factors. Masks are over the dims of its iteration space.
 *
 * @param rows dims along which only the first factor varies
 * @param columns dims along which only the second factor varies
 */
public record ContractionAxes(int rows, int columns) {

    /**
     * Returns the roles of the kept dims of a space, by the first contraction.
     *
     * @return empty if the space has no contraction
     */
    public static Optional<ContractionAxes> of(IterationSpace space) {
        return space.computed().stream()
                .filter(ContractionAxes::isContraction)
                .findFirst()
                .map(sum -> {
                    List<Node> factors = factors(sum).orElse(List.of(sum, sum));
                    int first = space.mask(factors.get(0)) & space.unreducedMask();
                    int second = space.mask(factors.get(1)) & space.unreducedMask();
                    return new ContractionAxes(first & ~second, second & ~first);
                });
    }

    /** Returns true if a node is a sum that is a matmul. */
    public static boolean isContraction(Node node) {
        return node.isOperation() && node.attributes().flag(Attributes.CONTRACTION);
    }

    /**
     * Returns the factors whose products a contraction adds.
     *
     * @return empty for other nodes, and if passes have replaced the multiplication
     */
    public static Optional<List<Node>> factors(Node node) {
        if (!isContraction(node)) {
            return Optional.empty();
        }
        Node product = node.operands().get(0);
        boolean multiplies = product.isOperation()
                && OpTable.get().row(product).scalar() instanceof ScalarNotation.Infix infix
                && infix.operator().equals("*");
        return multiplies ? Optional.of(product.operands()) : Optional.empty();
    }
}
