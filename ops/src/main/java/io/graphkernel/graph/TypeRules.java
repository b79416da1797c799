package io.graphkernel.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The type rules of the ops, supplied by the op table. */
public interface TypeRules {

    /**
     * Infers the type of an op's result.
     *
     * @param op name in the op table
     * @param operands the operands
     * @param attributes the compile-time attributes
     * @param conditions receives the op's conditions on the sizes of a call that symbols do not decide, without a Java
     *     line
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
     * Returns the operands that an op updates in place.
     *
     * @param op name in the op table
     * @return for each result the index of the operand that it updates, or -1; most ops have one entry
     */
    List<Integer> updates(String op);

    /**
     * Returns the slices that an op replaces in a copy of a tensor.
     *
     * @param value any node
     * @return the replacement, or empty for an op that does something else
     */
    Optional<SliceUpdate> sliceUpdate(Node value);

    /**
     * Replacement of slices of a tensor, of which the last one at an index counts.
     *
     * @param x the tensor
     * @param indices indices along the axis; negative from the end, without effect if out of range
     * @param updates the slices
     * @param axis the axis, from the end if negative
     */
    record SliceUpdate(Node x, Node indices, Node updates, long axis) {}

    /**
     * Returns true if an op only maps the elements of its first operand.
     *
     * @param op name in the op table
     * @return true for views
     */
    boolean isView(String op);
}
