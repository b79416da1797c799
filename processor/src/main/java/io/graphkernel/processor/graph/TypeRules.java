package io.graphkernel.processor.graph;

import java.util.List;

/** The type rules of the ops, as the op table supplies them to this package. */
public interface TypeRules {

    /**
     * Infers the type of an op's result.
     *
     * @param op name in the op table
     * @param operands the operands
     * @param attributes the compile-time attributes
     * @return dtype and shape of the result
     * @throws TypeException if the op can't take these operands or attributes
     */
    ValueType infer(String op, List<Node> operands, Attributes attributes) throws TypeException;
}
