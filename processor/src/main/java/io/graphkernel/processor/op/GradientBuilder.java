package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.List;

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
     * The cotangents of all results, of an op whose number of results an attribute decides.
     *
     * @return in order; zeros for a result that has none
     * @throws TypeException if the dims of a result are not declared
     */
    List<Node> dys() throws TypeException;

    /**
     * Puts the elements of a slice back, by the attributes of {@code StridedSlice}.
     *
     * @param value of the shape of the slice
     * @param x what was sliced
     * @return of the shape of x, with zeros elsewhere
     * @throws TypeException if the dims of x are not declared
     */
    Node unsliced(Node value, Node x) throws TypeException;

    /**
     * Cuts a value into the parts that were joined.
     *
     * @param axis along which
     * @param whole of the shape of the result
     * @param name of the operands
     * @return a part for each operand, of its shape
     * @throws TypeException if their dims are not declared
     */
    List<Node> parts(Axes axis, Node whole, String name) throws TypeException;

    /**
     * The slices along an axis that indices name.
     *
     * @param x the tensor
     * @param indices of integers
     * @param axis the axis
     * @return the slices
     * @throws TypeException if the axis is out of range
     */
    Node gather(Node x, Node indices, Axes axis) throws TypeException;

    /**
     * The op {@code GatherGrad}.
     *
     * @param dy of shape [a, n, b]
     * @param indices of shape [n]
     * @param size how many positions there are
     * @return of shape [a, size, b]
     * @throws TypeException if the shapes do not fit
     */
    Node gatherGradient(Node dy, Node indices, Extent size) throws TypeException;

    /**
     * Matrix products aᵀ · dy summed over all leading axes, or dyᵀ · a.
     *
     * @param a […, m, k]
     * @param dy […, m, n]
     * @param like gives the shape of the sum, which may have leading axes
     * @param transposed whether the sum is of dyᵀ · a
     * @return […, k, n], or […, n, k]
     * @throws TypeException if the shapes do not fit
     */
    Node sumOfProducts(Node a, Node dy, Node like, boolean transposed) throws TypeException;

    /**
     * The adjoint of the images of {@code Conv2D}.
     *
     * @return of their shape
     * @throws TypeException never for a result of the row
     */
    Node convolutionOfImages() throws TypeException;

    /**
     * The adjoint of the weights of {@code Conv2D}.
     *
     * @return of their shape
     * @throws TypeException never for a result of the row
     */
    Node convolutionOfWeights() throws TypeException;

    /**
     * 16-bit floats in {@code f32}, as composite ops compute with them.
     *
     * @param x a value
     * @return x itself if it has more bits
     * @throws TypeException never for tensors of known dtypes
     */
    Node wide(Node x) throws TypeException;
}
