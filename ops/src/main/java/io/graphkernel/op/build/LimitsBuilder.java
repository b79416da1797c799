package io.graphkernel.op.build;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;

/**
 * Builder for limits of an op's arguments, checked before any access. In a graph, limits that follow from the symbols
 * are checked at compile time, and the others by the stub. The eager op checks them with the same messages.
 */
public interface LimitsBuilder {

    /** Limits of an op, as its row declares them. */
    @FunctionalInterface
    interface Limits {

        /**
         * Declares the limits.
         *
         * @param ops the operands and attributes of the op
         * @throws TypeException if an argument exceeds a limit for all sizes
         */
        void declare(ExpansionBuilder ops) throws TypeException;
    }

    /**
     * Requires a lower bound.
     *
     * @param name name of the value in messages
     * @param value the value
     * @param least the smallest valid value
     * @throws TypeException if the value is below the bound for all sizes
     */
    void atLeast(String name, Extent value, Extent least) throws TypeException;

    /**
     * Requires an upper bound.
     *
     * @param name name of the value in messages
     * @param value the value
     * @param most the largest valid value
     * @throws TypeException if the value is above the bound for all sizes
     */
    void atMost(String name, Extent value, Extent most) throws TypeException;

    /**
     * Requires a range of elements inside an axis. Messages name its ends {@code start} and {@code length}.
     *
     * @param x operand
     * @param axis the axis
     * @param start index of the first element
     * @param length number of elements
     * @throws TypeException if the range is not inside the axis for all sizes
     */
    void inside(Node x, Axes axis, Extent start, Extent length) throws TypeException;

    /**
     * Requires equal sizes.
     *
     * @param name name of the value in messages
     * @param value the value
     * @param required the required value
     * @throws TypeException if they differ for all sizes
     */
    default void equal(String name, Extent value, Extent required) throws TypeException {
        atLeast(name, value, required);
        atMost(name, value, required);
    }

    /**
     * Requires a divisor of a size.
     *
     * @param count divisor
     * @param size the size
     * @throws TypeException if there is a remainder for all sizes
     */
    void divides(Extent count, Extent size) throws TypeException;

    /**
     * Requires a property of an argument that is known at compile time.
     *
     * @param isMet true if it has the property
     * @param name name of the value in messages
     * @param value the value
     * @param need the property, as an object of "needs"
     * @throws TypeException if it lacks the property
     */
    void require(boolean isMet, String name, Object value, String need) throws TypeException;

    /**
     * Requires a property of the shape of an operand.
     *
     * @param name name of the operand
     * @param need the property, as an object of "needs"
     * @param size a size
     * @param required the size that it equals, in a graph for all sizes of a call
     * @throws TypeException if the sizes may differ
     */
    void requireShape(String name, String need, Extent size, Extent required) throws TypeException;

    /**
     * Requires nonnegative sizes.
     *
     * @param parameter attribute of one or more sizes
     * @throws TypeException if a size is negative for all calls
     */
    void sizes(String parameter) throws TypeException;

    /**
     * Requires a number of elements within the limits of memory and 64-bit integers.
     *
     * @param factors the dims whose product is the number of elements
     * @throws TypeException if it is too large for all calls
     */
    void elements(Dims... factors) throws TypeException;
}
