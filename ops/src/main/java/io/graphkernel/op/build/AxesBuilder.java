package io.graphkernel.op.build;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;

/** Builder of axes in expansions. */
public interface AxesBuilder {

    /** One or more axes, negative from the end; or all axes. */
    interface Axes {}

    /**
     * Returns axes.
     *
     * @param axes at least one
     * @return the axes
     */
    Axes axes(int... axes);

    /**
     * Returns all axes.
     *
     * @return the axes
     */
    Axes allAxes();

    /**
     * Returns an axis and all that follow.
     *
     * @param x tensor that the axes refer to
     * @param axis the first axis
     * @return the axes
     * @throws TypeException if the axis is out of range
     */
    Axes axesFrom(Node x, Axes axis) throws TypeException;

    /**
     * Returns the last axes.
     *
     * @param x tensor that the axes refer to
     * @param like tensor whose rank is the number of axes
     * @return the axes
     * @throws TypeException if x has a lower rank
     */
    Axes trailingAxes(Node x, Node like) throws TypeException;

    /**
     * Returns all axes except one.
     *
     * @param x tensor that the axes refer to
     * @param axis excluded axis
     * @return the axes
     * @throws TypeException if the axis is out of range
     */
    Axes axesBut(Node x, Axes axis) throws TypeException;
}
