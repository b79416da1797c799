package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;

/** Axes and dims in expansions. */
public interface DimsBuilder {

    /** One or several axes, negative from the end; or all axes. */
    interface Axes {}

    /** A list of sizes or indices, one for each axis. */
    interface Dims {}

    /** One size or index. */
    interface Extent {}

    /**
     * Some axes.
     *
     * @param axes at least one
     * @return the axes
     */
    Axes axes(int... axes);

    /**
     * All axes.
     *
     * @return the axes
     */
    Axes allAxes();

    /**
     * An axis and all after it.
     *
     * @param x the tensor whose axes are meant
     * @param axis the first axis
     * @return the axes
     * @throws TypeException if the axis is out of range
     */
    Axes axesFrom(Node x, Axes axis) throws TypeException;

    /**
     * The last axes.
     *
     * @param x the tensor whose axes are meant
     * @param like has as many axes as are meant
     * @return the axes
     * @throws TypeException if x has fewer axes
     */
    Axes trailingAxes(Node x, Node like) throws TypeException;

    /**
     * All axes but one.
     *
     * @param x the tensor whose axes are meant
     * @param axis the one
     * @return the axes
     * @throws TypeException if the axis is out of range
     */
    Axes axesBut(Node x, Axes axis) throws TypeException;

    /**
     * A whole number.
     *
     * @param value the number
     * @return the number
     */
    Extent extent(long value);

    /**
     * The size of an axis.
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

    /**
     * An exact quotient.
     *
     * @param x the dividend
     * @param y the divisor
     * @return the quotient
     * @throws TypeException if the division leaves a remainder or may leave one
     */
    Extent dividedBy(Extent x, Extent y) throws TypeException;

    /**
     * A size along which an element is sought.
     *
     * @param size the size
     * @return the size
     * @throws TypeException if it is 0: then there is none
     */
    Extent notEmpty(Extent size) throws TypeException;

    /**
     * At how many places a window lies inside a range.
     *
     * @param size of the range
     * @param window the size of the window
     * @param step from one place that is taken to the next
     * @return the number of places, taken or not: 1 or more
     * @throws TypeException if the window or the step is less than 1, or the window has no place
     */
    Extent places(Extent size, Extent window, Extent step) throws TypeException;

    /**
     * How far windows reach over an edge.
     *
     * @param pad how far
     * @param window the size of the window
     * @return the pad
     * @throws TypeException if the pad is less than 0, or not less than the window, which would lie outside
     */
    Extent padding(Extent pad, Extent window) throws TypeException;

    /**
     * Whether two sizes are known to be equal where the expansion is made.
     *
     * @param x a size
     * @param y a size
     * @return false where sizes are known at run time only
     */
    boolean areKnownEqual(Extent x, Extent y);

    /**
     * Asks whether so many ops may be made, where an expansion makes one for each step.
     *
     * @param count the number of steps
     * @throws TypeException if they are too many
     */
    void unroll(Extent count) throws TypeException;

    /**
     * An item of a list.
     *
     * @param list the list
     * @param axis the axis
     * @return its item
     * @throws TypeException if the list has no such item
     */
    Extent item(Dims list, Axes axis) throws TypeException;

    /**
     * An item of a list that need not have one for each axis.
     *
     * @param list the list
     * @param number which, counted from 0; the list has it
     * @return its item
     */
    Extent at(Dims list, Extent number);

    /**
     * The length of a list.
     *
     * @param list an attribute
     * @return the number of its items
     */
    Extent count(Dims list);

    /**
     * Where ranges begin that follow each other, and where the last one ends.
     *
     * @param sizes the sizes of the ranges
     * @param count how many there must be
     * @param whole what they are together
     * @return one item more than there are ranges, from 0 on
     * @throws TypeException if there are not so many sizes, or they are not the whole together
     */
    Dims bounds(Dims sizes, Extent count, Extent whole) throws TypeException;

    /**
     * The dims of a tensor.
     *
     * @param x the tensor
     * @return its dims
     * @throws TypeException if they are not declared
     */
    Dims dims(Node x) throws TypeException;

    /**
     * A list.
     *
     * @param items the items
     * @return the list
     */
    Dims list(Extent... items);

    /**
     * The same item for each axis of a tensor.
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
     * @param axis which
     * @param item the new item
     * @return the other list
     * @throws TypeException if the axis is out of range
     */
    Dims replace(Dims list, Axes axis, Extent item) throws TypeException;

    /**
     * The dims of a tensor without axes of size 1.
     *
     * @param x the tensor
     * @param axes which axes; none for all that are known to have size 1
     * @return the shorter list
     * @throws TypeException if an axis is out of range or not of size 1
     */
    Dims squeezed(Node x, Axes axes) throws TypeException;

    /**
     * Two dims: the product of the dims before an axis, and that of the others.
     *
     * @param x the tensor
     * @param axis the first axis of the second product
     * @return two dims
     * @throws TypeException if the axis is out of range
     */
    Dims flattened(Node x, Axes axis) throws TypeException;

    /**
     * The dims with which a vector broadcasts along an axis of a tensor.
     *
     * @param vector of rank 1
     * @param x the tensor
     * @param axis the axis of x
     * @return the size of the vector, and a 1 for each axis after it
     * @throws TypeException if the axis is out of range
     */
    Dims alongAxis(Node vector, Node x, Axes axis) throws TypeException;

    /**
     * Where a slice ends.
     *
     * @param x the tensor
     * @param begin the first index along each axis
     * @param size how many along each axis; -1 for all that are left
     * @return the index after the last along each axis
     * @throws TypeException if the lists have not one item for each axis
     */
    Dims sliceEnd(Node x, Dims begin, Dims size) throws TypeException;

    /**
     * The dims of a tensor with leading ones.
     *
     * @param x the tensor
     * @param multiples at least as many as x has axes
     * @return as many dims as there are multiples
     * @throws TypeException if there are fewer multiples
     */
    Dims tiledFrom(Node x, Dims multiples) throws TypeException;

    /**
     * Three dims: the product of the dims before an axis, a size, and the product of the axis and those after it.
     *
     * @param x the tensor
     * @param axis the axis
     * @param middle the size between
     * @return three dims
     * @throws TypeException if the axis is out of range
     */
    Dims around(Node x, Axes axis, Extent middle) throws TypeException;

    /**
     * Three dims: the product of the dims up to an axis and of the axis, a size, and the product of those after it.
     *
     * @param x the tensor
     * @param axis the axis
     * @param middle the size between
     * @return three dims
     * @throws TypeException if the axis is out of range
     */
    Dims after(Node x, Axes axis, Extent middle) throws TypeException;
}
