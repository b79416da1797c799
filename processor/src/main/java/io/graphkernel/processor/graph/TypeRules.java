package io.graphkernel.processor.graph;

import java.util.ArrayList;
import java.util.List;

/** The rules of the ops, as the op table supplies them to this package. */
public interface TypeRules {

    /**
     * Infers the type of an op's result.
     *
     * @param op name in the op table
     * @param operands the operands
     * @param attributes the compile-time attributes
     * @param conditions takes what the op asks of the sizes at the call where symbols do not decide it; of no Java line
     * @return dtype and shape of the result
     * @throws TypeException if the op can't take these operands or attributes
     */
    ValueType infer(String op, List<Node> operands, Attributes attributes, List<DimCondition> conditions)
            throws TypeException;

    /**
     * Infers the type of an op's result.
     *
     * @param op name in the op table
     * @param operands the operands
     * @param attributes the compile-time attributes
     * @return dtype and shape of the result
     * @throws TypeException if the op can't take these operands or attributes
     */
    default ValueType infer(String op, List<Node> operands, Attributes attributes) throws TypeException {
        return infer(op, operands, attributes, new ArrayList<>());
    }

    /**
     * Which operands an op updates in place.
     *
     * @param op name in the op table
     * @return for each result of the op the index of the operand that takes it, or -1; one entry for most ops
     */
    List<Integer> updates(String op);
}
