package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;

/**
 * The vocabulary of gradient rules: that of expansions, with the results of the op and their cotangents. As an expansion, a
 * rule can be added to a graph and be printed as Java.
 */
public interface GradientBuilder extends ExpansionBuilder {

    /**
     * The first result of the op.
     *
     * @return its value
     * @throws TypeException never for an op of a graph
     */
    Node result() throws TypeException;

    /**
     * A result of the op.
     *
     * @param name of a result of the row
     * @return its value
     * @throws TypeException never for an op of a graph
     */
    Node result(String name) throws TypeException;

    /**
     * The cotangent of the first result: the derivative of the loss by each of its elements.
     *
     * @return of the shape of the result
     */
    Node dy();

    /**
     * The cotangent of a result.
     *
     * @param name of a result that the rule is for
     * @return of the shape of the result
     */
    Node dy(String name);

    /**
     * Gives each element of an operand of a reduction the value of what it was reduced to.
     *
     * @param value of the shape of a result of the row, which has the attributes of a reduction
     * @param x the operand
     * @return of the shape of x
     * @throws TypeException if the dims of x are not declared
     */
    Node spread(Node value, Node x) throws TypeException;

    /**
     * Puts the axes back that the attribute {@code permutation} put in another order.
     *
     * @param value of the shape of the result
     * @return of the shape of the operand
     * @throws TypeException never for a result of the row
     */
    Node transposedBack(Node value) throws TypeException;

    /**
     * A matrix product.
     *
     * @param name {@code MatMul} or {@code BatchMatMul}
     * @param a the first matrices
     * @param b the second matrices
     * @param transposeA whether the first ones are transposed
     * @param transposeB whether the second ones are transposed
     * @return the products
     * @throws TypeException if the operands do not fit
     */
    Node product(String name, Node a, Node b, boolean transposeA, boolean transposeB) throws TypeException;
}
