package io.graphkernel.op.build;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import java.util.List;

/** Expansion of a composite op into other ops. */
@FunctionalInterface
public interface Expansion {

    /**
     * Builds the expansion.
     *
     * @param ops builder with the composite op's operands and attributes
     * @return all results, in order
     * @throws TypeException if the operands violate a type rule
     */
    List<Node> expand(ExpansionBuilder ops) throws TypeException;

    /** Expansion with one result. */
    // A lambda is converted to the interface that a row declares, and never cast to the other one.
    @SuppressWarnings("FunctionalInterfaceMethodChanged")
    @FunctionalInterface
    interface Single extends Expansion {

        /**
         * Builds the expansion.
         *
         * @param ops builder with the composite op's operands and attributes
         * @return the result
         * @throws TypeException if the operands violate a type rule
         */
        Node result(ExpansionBuilder ops) throws TypeException;

        @Override
        default List<Node> expand(ExpansionBuilder ops) throws TypeException {
            return List.of(result(ops));
        }
    }
}
