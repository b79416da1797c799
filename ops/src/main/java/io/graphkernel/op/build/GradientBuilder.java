package io.graphkernel.op.build;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import java.util.List;

/**
 * Builder for gradient rules: that of expansions, with the results of the op and their cotangents. Like an expansion, a
 * rule can be added to a graph or printed as Java.
 */
public interface GradientBuilder extends ExpansionBuilder {

    /**
     * Returns the first result of the op.
     *
     * @return its value
     * @throws TypeException never for an op of a graph
     */
    Node result() throws TypeException;

    /**
     * Returns a result of the op.
     *
     * @param name name of a result of the row
     * @return its value
     * @throws TypeException never for an op of a graph
     */
    Node result(String name) throws TypeException;

    /**
     * Returns the cotangent of the first result: the derivative of the loss with respect to each of its elements.
     *
     * @return value with the shape of the result
     */
    Node dy();

    /**
     * Returns the cotangent of a result.
     *
     * @param name name of a result whose cotangent the rule uses
     * @return value with the shape of the result
     */
    Node dy(String name);

    /**
     * Broadcasts the value of a reduction's result to the shape of its operand.
     *
     * @param value value with the shape of a result of the row, which has the attributes of a reduction
     * @param x the operand
     * @return value with the shape of x
     * @throws TypeException if the dims of x are not declared
     */
    Node spread(Node value, Node x) throws TypeException;

    /**
     * Inverts the transposition by the attribute {@code permutation}.
     *
     * @param value value with the shape of the result
     * @return value with the shape of the operand
     * @throws TypeException never for a result of the row
     */
    Node transposedBack(Node value) throws TypeException;

    /**
     * Returns the cotangents of all results, for a rule that uses all of them.
     *
     * @return cotangents in order; zeros for missing ones
     * @throws TypeException if the dims of a result are not declared
     */
    List<Node> dys() throws TypeException;

    /**
     * Scatters the elements of a slice into zeros, by the attributes of {@code StridedSlice}.
     *
     * @param value value with the shape of the slice
     * @param x sliced tensor
     * @return value with the shape of x, with zeros elsewhere
     * @throws TypeException if the dims of x are not declared
     */
    Node unsliced(Node value, Node x) throws TypeException;

    /**
     * Splits a value into the operands of a concatenation.
     *
     * @param axis axis of the concatenation
     * @param whole value with the shape of the result
     * @param name parameter of the operands
     * @return one slice per operand, with its shape
     * @throws TypeException if their dims are not declared
     */
    List<Node> parts(Axes axis, Node whole, String name) throws TypeException;

    /**
     * Returns the matmul aᵀ · dy, or dyᵀ · a, summed over all batch dimensions.
     *
     * @param a […, m, k]
     * @param dy […, m, n]
     * @param like tensor with the shape of the sum, which may have batch dimensions
     * @param transposed true for dyᵀ · a
     * @return […, k, n], or […, n, k]
     * @throws TypeException if the shapes do not match
     */
    Node sumOfProducts(Node a, Node dy, Node like, boolean transposed) throws TypeException;

    /**
     * Returns the adjoint of the input of {@code Conv2D}.
     *
     * @return value with the shape of the input
     * @throws TypeException never for a result of the row
     */
    Node convolutionOfImages() throws TypeException;

    /**
     * Returns the adjoint of the kernel of {@code Conv2D}.
     *
     * @return value with the shape of the kernel
     * @throws TypeException never for a result of the row
     */
    Node convolutionOfWeights() throws TypeException;

    /**
     * Converts 16-bit floats to {@code f32}, the compute dtype of composite ops.
     *
     * @param x a value
     * @return x itself if it has more bits
     * @throws TypeException never for tensors of known dtypes
     */
    Node wide(Node x) throws TypeException;

    /**
     * Returns the adjoints of the operands of an element function.
     *
     * @param function text of the function
     * @param operands its operands
     * @return one adjoint per operand, which has a broadcast shape; zero for an operand that is not floating-point
     * @throws TypeException if the shape of a result without a cotangent is not declared
     */
    List<Node> elementAdjoints(String function, List<Node> operands) throws TypeException;
}
