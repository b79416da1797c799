package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import java.util.List;
import java.util.Map;

/**
 * The vocabulary in which expansions are written. One implementation adds the ops to a graph, another prints them as
 * Java for the eager {@code Ops}, so that both come from the same row. Axes and dims are opaque here: in a graph they
 * are known, in Java they are expressions.
 */
public interface ExpansionBuilder extends CallArguments, ArithmeticBuilder, DimsBuilder, RepetitionBuilder {

    /**
     * The vocabulary for ops that belong to no composite op.
     *
     * @param graph receives the ops
     * @param origin their Java line
     * @return a builder without operands and attributes
     */
    static ExpansionBuilder in(GraphBuilder graph, Origin origin) {
        return new GraphExpansion(graph, OpTable.get().find("AddN").orElseThrow(), List.of(), Attributes.NONE, origin);
    }

    /**
     * Converts to the dtype of another value.
     *
     * @param x the value
     * @param like gives the dtype
     * @return x itself if it has that dtype
     * @throws TypeException never for tensors of known dtypes
     */
    Node castLike(Node x, Node like) throws TypeException;

    /**
     * A value as it is when it is stored: a kernel computes f16 and bf16 with more digits.
     *
     * @param x the value
     * @return x itself if storing changes nothing
     * @throws TypeException never for tensors of known dtypes
     */
    Node rounded(Node x) throws TypeException;

    /**
     * Converts to a dtype.
     *
     * @param x the value
     * @param dtype the dtype
     * @return x itself if it has that dtype
     * @throws TypeException never for tensors of known dtypes
     */
    Node cast(Node x, DType dtype) throws TypeException;

    /**
     * Converts to the dtype of an attribute.
     *
     * @param x the value
     * @param name of a parameter of the row
     * @return x itself if it has that dtype
     * @throws TypeException never for tensors of known dtypes
     */
    Node castTo(Node x, String name) throws TypeException;

    /**
     * A reduction.
     *
     * @param name {@code ReduceSum}, {@code ReduceMax}, …
     * @param x the operand
     * @param axes the axes
     * @param keepDims whether reduced axes stay with size 1
     * @return the result
     * @throws TypeException if an axis is out of range
     */
    Node reduce(String name, Node x, Axes axes, boolean keepDims) throws TypeException;

    /**
     * A reduction over the attribute {@code axes}, which keeps dims as the attribute {@code keepDims} says.
     *
     * @param name {@code ReduceSum}, {@code ReduceMax}, …
     * @param x the operand
     * @return the result
     * @throws TypeException if an axis is out of range
     */
    Node reduceAsAsked(String name, Node x) throws TypeException;

    /**
     * An op that has the attributes of the composite op, those of the same names, and leaves out the same optional tensors.
     *
     * @param name the op
     * @param flags the flags that are otherwise, or that the composite op has not, by parameter
     * @param operands those that are present
     * @return the result
     * @throws TypeException if the operands do not fit
     */
    Node call(String name, Map<String, Boolean> flags, Node... operands) throws TypeException;

    /**
     * A matrix product, which transposes its operands as the attributes {@code transposeA} and {@code transposeB} say.
     *
     * @param name {@code MatMulInteger}
     * @param a the first matrices
     * @param b the second matrices
     * @return the products
     * @throws TypeException if the operands do not fit
     */
    Node productAsAsked(String name, Node a, Node b) throws TypeException;

    /**
     * The number of elements along axes.
     *
     * @param x the operand whose dims count
     * @param axes the axes
     * @return a number of the dtype of x
     * @throws TypeException if an axis is out of range
     */
    Node elementCount(Node x, Axes axes) throws TypeException;

    /**
     * Sums along the axes along which an operand was broadcast, and gives the sum the operand's shape.
     *
     * @param value of the shape of a broadcast
     * @param operand one of the operands of the broadcast
     * @return the sum
     * @throws TypeException if the shapes do not broadcast
     */
    Node sumTo(Node value, Node operand) throws TypeException;

    /**
     * Other dims for the same elements.
     *
     * @param x the operand
     * @param dims its new dims; one may be -1
     * @return the view
     * @throws TypeException if the number of elements differs
     */
    Node reshape(Node x, Dims dims) throws TypeException;

    /**
     * Repeats along axes of size 1 and new leading axes.
     *
     * @param x a tensor or a number
     * @param dims the dims of the result
     * @return the view
     * @throws TypeException if x does not broadcast to the dims
     */
    Node broadcastTo(Node x, Dims dims) throws TypeException;

    /**
     * Part of a tensor, under NumPy's rules.
     *
     * @param x the operand
     * @param begin the first index along each axis
     * @param end the index after the last along each axis
     * @param strides the steps
     * @return the view
     * @throws TypeException if the lists do not fit
     */
    Node stridedSlice(Node x, Dims begin, Dims end, Dims strides) throws TypeException;

    /**
     * A range along one axis.
     *
     * @param x the operand
     * @param axis the axis
     * @param start the first index
     * @param length how many
     * @return the view
     * @throws TypeException if the axis is out of range
     */
    default Node narrow(Node x, Axes axis, Extent start, Extent length) throws TypeException {
        Dims begin = replace(filled(x, extent(0)), axis, start);
        Dims end = replace(dims(x), axis, plus(start, length));
        return stridedSlice(x, begin, end, filled(x, extent(1)));
    }

    /**
     * One of several ranges along one axis.
     *
     * @param x the operand
     * @param axis the axis
     * @param bounds where they begin and end
     * @param number which one
     * @return the view
     * @throws TypeException if the axis is out of range
     */
    default Node range(Node x, Axes axis, Dims bounds, Extent number) throws TypeException {
        Dims begin = replace(filled(x, extent(0)), axis, at(bounds, number));
        Dims end = replace(dims(x), axis, at(bounds, plus(number, extent(1))));
        return stridedSlice(x, begin, end, filled(x, extent(1)));
    }

    /**
     * The position of each element along an axis.
     *
     * @param dims the shape of the result
     * @param axis the axis
     * @return an {@code i64} tensor
     * @throws TypeException if the axis is out of range
     */
    Node index(Dims dims, Axes axis) throws TypeException;

    /**
     * The row-major position of each element.
     *
     * @param dims the shape of the result
     * @return an {@code i64} tensor
     * @throws TypeException never
     */
    Node rowMajorIndex(Dims dims) throws TypeException;

    /**
     * Tensors one after the other.
     *
     * @param axis the axis
     * @param parts the operands
     * @return the whole
     * @throws TypeException if the other dims differ
     */
    Node concat(Axes axis, Node... parts) throws TypeException;
}
