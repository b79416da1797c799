package io.graphkernel.op.build;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import java.util.List;
import java.util.Map;

/**
 * Builder for expansions. One implementation adds the ops to a graph, another evaluates them on tensors for the
 * eager {@code Ops}, so that both derive from the same row. Axes and dims are opaque: symbolic dims in a graph, numbers
 * on tensors.
 */
public interface ExpansionBuilder
        extends CallArguments, ArithmeticBuilder, AxesBuilder, DimsBuilder, LimitsBuilder, RepetitionBuilder {

    /**
     * Converts to the dtype of another value.
     *
     * @param x the value
     * @param like node with the dtype
     * @return x itself if it has that dtype
     * @throws TypeException never for tensors of known dtypes
     */
    Node castLike(Node x, Node like) throws TypeException;

    /**
     * Rounds a value to its storage dtype: kernels compute f16 and bf16 with higher precision.
     *
     * @param x the value
     * @return x itself if rounding changes nothing
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
    Node cast(Node x, DataType dtype) throws TypeException;

    /**
     * Returns the numbers with the same bits.
     *
     * @param x the value
     * @param dtype dtype of the same width
     * @return the op {@code Bitcast}
     * @throws TypeException if the widths differ
     */
    Node bitcast(Node x, DataType dtype) throws TypeException;

    /**
     * Converts to the dtype of an attribute.
     *
     * @param x the value
     * @param name name of a parameter of the row
     * @return x itself if it has that dtype
     * @throws TypeException never for tensors of known dtypes
     */
    Node castTo(Node x, String name) throws TypeException;

    /**
     * Returns a constant tensor.
     *
     * @param elements its elements in row-major order, which are rounded to the dtype
     * @param dims its dims, known at compile time
     * @param like node with the dtype, {@code f32} or {@code f64}
     * @return the tensor
     * @throws TypeException never
     */
    Node table(double[] elements, Dims dims, Node like) throws TypeException;

    /**
     * Returns a reduction.
     *
     * @param name {@code ReduceSum}, {@code ReduceMax}, …
     * @param x the operand
     * @param axes the axes
     * @param keepDims true to keep reduced axes with size 1
     * @return the result
     * @throws TypeException if an axis is out of range
     */
    Node reduce(String name, Node x, Axes axes, boolean keepDims) throws TypeException;

    /**
     * Returns a reduction with the attributes {@code axes} and {@code keepDims} of the composite op.
     *
     * @param name {@code ReduceSum}, {@code ReduceMax}, …
     * @param x the operand
     * @return the result
     * @throws TypeException if an axis is out of range
     */
    Node reduceWithAttributes(String name, Node x) throws TypeException;

    /**
     * Returns an op with the attributes of the composite op that have the same names, and the same absent optional
     * tensors.
     *
     * @param name the op
     * @param own attributes that differ from the composite op or are absent from it, by parameter: flags, axes, dims
     *     or sizes
     * @param operands operands that are present
     * @return the result
     * @throws TypeException if the operands violate a type rule
     */
    Node call(String name, Map<String, ?> own, Node... operands) throws TypeException;

    /**
     * Requires a number of axes.
     *
     * @param name name of the tensor in messages
     * @param x the tensor
     * @param least minimum rank
     * @param most maximum rank
     * @throws TypeException if it has another rank
     */
    default void requireRank(String name, Node x, int least, int most) throws TypeException {
        int rank = rank(x);
        String need = least == most ? String.valueOf(least) : "from " + least + " to " + most;
        require(rank >= least && rank <= most, "the rank of " + name, rank, need);
    }

    /**
     * Returns a tensor with its axes in another order.
     *
     * @param x the operand
     * @param order axis of x for each axis of the result
     * @return the view
     * @throws TypeException if the order does not match the rank
     */
    default Node transpose(Node x, int... order) throws TypeException {
        return call("Transpose", Map.of("permutation", axes(order)), x);
    }

    /**
     * Returns a matmul with the attributes {@code transposeA} and {@code transposeB} of the composite op.
     *
     * @param name {@code MatMulInteger}
     * @param a left operand
     * @param b right operand
     * @return the matmul
     * @throws TypeException if the operands violate a type rule
     */
    Node matMulWithAttributes(String name, Node a, Node b) throws TypeException;

    /**
     * Returns the number of elements along axes.
     *
     * @param x tensor with the axes
     * @param axes the axes
     * @return a number with the dtype of x
     * @throws TypeException if an axis is out of range
     */
    Node elementCount(Node x, Axes axes) throws TypeException;

    /**
     * Returns the number of elements along axes minus a correction, clamped at 0: the divisor of a variance.
     *
     * @param x tensor with the axes
     * @param axes the axes
     * @param correction attribute to subtract
     * @return a number with the dtype of x
     * @throws TypeException if an axis is out of range
     */
    Node correctedCount(Node x, Axes axes, Extent correction) throws TypeException;

    /**
     * Sums along the axes along which an operand was broadcast, and reshapes the sum to the operand's shape.
     *
     * @param value value with the broadcast shape
     * @param operand one of the operands of the broadcast
     * @return the sum
     * @throws TypeException if the shapes do not broadcast
     */
    Node sumTo(Node value, Node operand) throws TypeException;

    /**
     * Returns a reshape of a value.
     *
     * @param x the operand
     * @param dims its new dims; one may be -1
     * @return the view
     * @throws TypeException if the number of elements differs
     */
    Node reshape(Node x, Dims dims) throws TypeException;

    /**
     * Broadcasts along axes of size 1 and new batch dims.
     *
     * @param x a tensor or a number
     * @param dims the dims of the result
     * @return the view
     * @throws TypeException if x does not broadcast to the dims
     */
    Node broadcastTo(Node x, Dims dims) throws TypeException;

    /**
     * Returns a strided slice, under NumPy's rules.
     *
     * @param x the operand
     * @param begin the first index along each axis
     * @param end the index after the last along each axis
     * @param strides the steps
     * @return the view
     * @throws TypeException if the lists do not match the rank
     */
    Node stridedSlice(Node x, Dims begin, Dims end, Dims strides) throws TypeException;

    /**
     * Returns a strided slice whose bounds {@link #places} has checked.
     *
     * @param x the operand
     * @param begin the first index along each axis
     * @param end the index after the last along each axis
     * @param strides the steps, 1 or more
     * @return the view
     * @throws TypeException if the lists do not match the rank
     */
    Node windows(Node x, Dims begin, Dims end, Dims strides) throws TypeException;

    /**
     * Returns a range along one axis.
     *
     * @param x the operand
     * @param axis the axis
     * @param start the first index
     * @param length number of elements
     * @return the view
     * @throws TypeException if the axis is out of range
     */
    default Node narrow(Node x, Axes axis, Extent start, Extent length) throws TypeException {
        Dims begin = replace(filled(x, extent(0)), axis, start);
        Dims end = replace(dims(x), axis, plus(start, length));
        return part(x, begin, end);
    }

    /**
     * Returns a slice, whose bounds are checked.
     *
     * @param x the operand
     * @param begin the first index along each axis, from 0 to the end
     * @param end the index after the last along each axis, from the begin to the size of the axis
     * @return the view
     * @throws TypeException if it is out of bounds for all sizes
     */
    Node part(Node x, Dims begin, Dims end) throws TypeException;

    /**
     * Returns one of several ranges along one axis.
     *
     * @param x the operand
     * @param axis the axis
     * @param bounds boundaries of the ranges
     * @param number index of the range
     * @return the view
     * @throws TypeException if the axis is out of range
     */
    default Node range(Node x, Axes axis, Dims bounds, Extent number) throws TypeException {
        Dims begin = replace(filled(x, extent(0)), axis, at(bounds, number));
        Dims end = replace(dims(x), axis, at(bounds, plus(number, extent(1))));
        return part(x, begin, end);
    }

    /**
     * Returns the index of each element along an axis.
     *
     * @param dims the shape of the result
     * @param axis the axis
     * @return an {@code i64} tensor
     * @throws TypeException if the axis is out of range
     */
    Node index(Dims dims, Axes axis) throws TypeException;

    /**
     * Returns the row-major index of each element.
     *
     * @param dims the shape of the result
     * @return an {@code i64} tensor
     * @throws TypeException never
     */
    Node rowMajorIndex(Dims dims) throws TypeException;

    /**
     * Gathers slices along an axis.
     *
     * @param x the tensor
     * @param indices integer indices
     * @param axis the axis
     * @return the slices
     * @throws TypeException if the axis is out of range
     */
    Node gather(Node x, Node indices, Axes axis) throws TypeException;

    /**
     * Returns the op {@code GatherGrad}.
     *
     * @param dy value with shape [a, n, b]
     * @param indices indices with shape [n]
     * @param size number of positions
     * @return value with shape [a, size, b]
     * @throws TypeException if the shapes do not match
     */
    Node gatherGradient(Node dy, Node indices, Extent size) throws TypeException;

    /**
     * Concatenates tensors.
     *
     * @param axis the axis
     * @param operands the operands
     * @return the concatenation
     * @throws TypeException if the other dims differ
     */
    Node concat(Axes axis, Node... operands) throws TypeException;

    /**
     * Applies an element function to the elements of operands, which broadcast.
     *
     * @param function text of the function
     * @param operands one operand per parameter
     * @return the results of the function, in order
     * @throws TypeException if the operands do not match the parameters
     */
    List<Node> elements(String function, List<Node> operands) throws TypeException;
}
