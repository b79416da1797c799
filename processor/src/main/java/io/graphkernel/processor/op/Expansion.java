package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.List;

/** A composite op written in other ops. */
@FunctionalInterface
public interface Expansion {

    /**
     * Builds the expansion.
     *
     * @param ops makes the ops
     * @param operands the composite op's operands
     * @param attributes the composite op's attributes
     * @return the result
     * @throws TypeException if the operands do not fit
     */
    Node expand(ExpansionBuilder ops, List<Node> operands, Attributes attributes) throws TypeException;
}
