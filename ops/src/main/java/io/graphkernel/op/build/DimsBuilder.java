package io.graphkernel.op.build;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import java.util.List;

/** Builder of sizes, indices and lists of them in expansions. */
public interface DimsBuilder {

    /** List of sizes or indices, one for each axis. */
    interface Dims {}

    /** Size or index. */
    interface Extent {}

    /**
     * Returns an integer.
     *
     * @param value the number
     * @return the number
     */
    Extent extent(long value);

    /**
     * Returns the number of axes. The expansion may branch on it.
     *
     * @param x a tensor
     * @return its rank
     * @throws TypeException if the dims are not declared
     */
    int rank(Node x) throws TypeException;

    /**
     * Returns the index of an axis. The expansion may branch on it.
     *
     * @param x tensor that the axis refers to
     * @param axis the axis
     * @return nonnegative index
     * @throws TypeException if the axis is out of range
     */
    int position(Node x, Axes axis) throws TypeException;

    /**
     * Returns the indices of distinct axes in the given order. The expansion may branch on them.
     *
     * @param x tensor that the axes refer to
     * @param axes the axes
     * @return nonnegative indices
     * @throws TypeException if an axis is out of range or named twice
     */
    List<Integer> positions(Node x, Axes axes) throws TypeException;

    /**
     * Returns the size of an axis.
     *
     * @param x a tensor
     * @param axis the axis
     * @return its size
     * @throws TypeException if the axis is out of range
     */
    Extent dim(Node x, Axes axis) throws TypeException;

    Extent plus(Extent x, Extent y);

    Extent minus(Extent x, Extent y);

    Extent times(Extent x, Extent y);

    Extent smaller(Extent x, Extent y);

    Extent larger(Extent x, Extent y);

    /**
     * Returns a quotient, rounded down.
     *
     * @param x the dividend
     * @param divisor the divisor, 1 or more
     * @return the quotient
     */
    Extent quotient(Extent x, long divisor);

    /**
     * Returns an exact quotient.
     *
     * @param x the dividend
     * @param y the divisor
     * @return the quotient
     * @throws TypeException if there is a remainder, or may be one
     */
    Extent dividedBy(Extent x, Extent y) throws TypeException;

    /**
     * Returns a size after a check that it is not 0, for a search along the axis.
     *
     * @param size the size
     * @return the size
     * @throws TypeException if it is 0
     */
    Extent notEmpty(Extent size) throws TypeException;

    /**
     * Returns the number of window positions inside a range.
     *
     * @param size size of the range
     * @param window window size
     * @param step stride
     * @return number of positions with stride 1; at least 1
     * @throws TypeException if the window or the stride is less than 1, or the window does not fit
     */
    Extent places(Extent size, Extent window, Extent step) throws TypeException;

    /**
     * Returns the padding at an edge.
     *
     * @param pad number of elements
     * @param window window size
     * @return the pad
     * @throws TypeException if the pad is negative, or not less than the window size
     */
    Extent padding(Extent pad, Extent window) throws TypeException;

    /**
     * Returns true if two sizes are known to be equal during expansion.
     *
     * @param x a size
     * @param y a size
     * @return false if sizes are known only in a call
     */
    boolean areKnownEqual(Extent x, Extent y);

    /**
     * Returns a size that is known at compile time. The expansion may branch on it.
     *
     * @param name name of the size in messages
     * @param size the size
     * @return its value
     * @throws TypeException if it is known only in a call
     */
    long constant(String name, Extent size) throws TypeException;

    /**
     * Checks the limit on unrolled steps, for expansions with one op per step.
     *
     * @param count number of steps
     * @throws TypeException if the limit is exceeded
     */
    void unroll(Extent count) throws TypeException;

    /**
     * Returns the element of a list for an axis.
     *
     * @param list the list
     * @param axis the axis
     * @return its item
     * @throws TypeException if the list has no such item
     */
    Extent item(Dims list, Axes axis) throws TypeException;

    /**
     * Returns an element of a list of any length.
     *
     * @param list the list
     * @param number valid index
     * @return its item
     */
    Extent at(Dims list, Extent number);

    /**
     * Returns the length of a list.
     *
     * @param list an attribute
     * @return the number of its items
     */
    Extent count(Dims list);

    /**
     * Returns the boundaries of consecutive ranges.
     *
     * @param sizes sizes of the ranges
     * @param count required number of ranges
     * @param whole required sum of the sizes
     * @return one boundary more than ranges, starting at 0
     * @throws TypeException if the number of sizes or their sum differs
     */
    Dims bounds(Dims sizes, Extent count, Extent whole) throws TypeException;

    /**
     * Returns the dims of a tensor.
     *
     * @param x the tensor
     * @return its dims
     * @throws TypeException if they are not declared
     */
    Dims dims(Node x) throws TypeException;

    /**
     * Returns a list.
     *
     * @param items the items
     * @return the list
     */
    Dims list(Extent... items);

    /**
     * Returns a list with the same element for each axis of a tensor.
     *
     * @param x the tensor
     * @param item the item
     * @return the list
     * @throws TypeException if the dims of x are not declared
     */
    Dims filled(Node x, Extent item) throws TypeException;

    /**
     * Inserts an item.
     *
     * @param list the list
     * @param axis where the item is in the result
     * @param item the item
     * @return the longer list
     * @throws TypeException if the axis is out of range
     */
    Dims insert(Dims list, Axes axis, Extent item) throws TypeException;

    /**
     * Replaces an item.
     *
     * @param list the list
     * @param axis axis of the replaced element
     * @param item the new item
     * @return the new list
     * @throws TypeException if the axis is out of range
     */
    Dims replace(Dims list, Axes axis, Extent item) throws TypeException;

    /**
     * Returns the elementwise sums of lists.
     *
     * @param lists lists; missing elements of a shorter list count as 0
     * @return list of the length of the first
     */
    Dims sums(Dims... lists);

    /**
     * Returns the dims of a tensor without axes of size 1.
     *
     * @param x the tensor
     * @param axes axes to remove; empty for all that are known to have size 1
     * @return the shorter list
     * @throws TypeException if an axis is out of range or not of size 1
     */
    Dims squeezed(Node x, Axes axes) throws TypeException;

    /**
     * Returns two dims: the product of the dims before an axis, and that of the remaining dims.
     *
     * @param x the tensor
     * @param axis the first axis of the second product
     * @return two dims
     * @throws TypeException if the axis is out of range
     */
    Dims flattened(Node x, Axes axis) throws TypeException;

    /**
     * Returns the dims that broadcast a vector along an axis of a tensor.
     *
     * @param vector tensor of rank 1
     * @param x the tensor
     * @param axis the axis of x
     * @return the size of the vector, and a 1 for each axis after it
     * @throws TypeException if the axis is out of range
     */
    Dims alongAxis(Node vector, Node x, Axes axis) throws TypeException;

    /**
     * Returns the end of a slice.
     *
     * @param x the tensor
     * @param begin the first index along each axis
     * @param size number of elements along each axis; -1 for all remaining
     * @return the index after the last along each axis
     * @throws TypeException if the length of a list is not the rank
     */
    Dims sliceEnd(Node x, Dims begin, Dims size) throws TypeException;

    /**
     * Returns the dims of a tensor, prefixed with ones.
     *
     * @param x the tensor
     * @param multiples list at least as long as the rank of x
     * @return list of the length of the multiples
     * @throws TypeException if there are fewer multiples
     */
    Dims tiledFrom(Node x, Dims multiples) throws TypeException;

    /**
     * Returns three dims: the product of the dims before an axis, a size, and the product of the remaining dims.
     *
     * @param x the tensor
     * @param axis the axis
     * @param middle the size between
     * @return three dims
     * @throws TypeException if the axis is out of range
     */
    Dims around(Node x, Axes axis, Extent middle) throws TypeException;

    /**
     * Returns three dims: the product of the dims through an axis, a size, and the product of the remaining dims.
     *
     * @param x the tensor
     * @param axis the axis
     * @param middle the size between
     * @return three dims
     * @throws TypeException if the axis is out of range
     */
    Dims after(Node x, Axes axis, Extent middle) throws TypeException;
}
