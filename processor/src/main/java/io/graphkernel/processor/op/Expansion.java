package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.List;

/** A composite op written in other ops. */
@FunctionalInterface
public interface Expansion {

    /**
     * Builds the expansion.
     *
     * @param ops gives the composite op's operands and attributes, and makes the ops
     * @return all results, in order
     * @throws TypeException if the operands do not fit
     */
    List<Node> expand(ExpansionBuilder ops) throws TypeException;

    /** An expansion with one result. */
    @FunctionalInterface
    interface Single {

        /**
         * Builds the expansion.
         *
         * @param ops gives the composite op's operands and attributes, and makes the ops
         * @return the result
         * @throws TypeException if the operands do not fit
         */
        Node expand(ExpansionBuilder ops) throws TypeException;
    }
}
