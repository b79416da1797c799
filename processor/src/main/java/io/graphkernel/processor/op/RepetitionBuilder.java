package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.DimsBuilder.Axes;
import io.graphkernel.processor.op.DimsBuilder.Extent;
import java.util.List;

/** Ops that an expansion makes as often as there are operands or axes, or as a number says. */
public interface RepetitionBuilder {

    /** A step of a fold over operands. */
    @FunctionalInterface
    interface Fold {

        /**
         * Makes one step.
         *
         * @param value the value so far
         * @param next the next operand
         * @return the value with it
         * @throws TypeException if the operands do not fit
         */
        Node step(Node value, Node next) throws TypeException;
    }

    /** A function of one operand. */
    @FunctionalInterface
    interface Each {

        /**
         * Makes the ops for one operand.
         *
         * @param operand one of several
         * @return the result
         * @throws TypeException if the operand does not fit
         */
        Node apply(Node operand) throws TypeException;
    }

    /** A step over the axes of a value. */
    @FunctionalInterface
    interface OverAxes {

        /**
         * Makes one step.
         *
         * @param value the value so far
         * @param axis counted from the front
         * @return the value after it
         * @throws TypeException if the operand does not fit
         */
        Node step(Node value, Axes axis) throws TypeException;
    }

    /** One of as many values as a number says. */
    @FunctionalInterface
    interface Output {

        /**
         * Makes one value.
         *
         * @param number counted from 0
         * @return the value
         * @throws TypeException if the operands do not fit
         */
        Node make(Extent number) throws TypeException;
    }

    /**
     * Tensors one after the other, made from the operands of a parameter that takes any number.
     *
     * @param axis the axis
     * @param name of a parameter of the row
     * @param each what is made of each operand
     * @return the whole
     * @throws TypeException if the other dims differ
     */
    Node concatEach(Axes axis, String name, Each each) throws TypeException;

    /**
     * Combines the operands of a parameter that takes any number.
     *
     * @param name of a parameter of the row
     * @param step combines two
     * @return the value of the last step
     * @throws TypeException if the operands do not fit
     */
    Node fold(String name, Fold step) throws TypeException;

    /**
     * Combines as many values as a number says.
     *
     * @param count known at compile time, 1 or more
     * @param each makes one value
     * @param step combines two
     * @return the value of the last step
     * @throws TypeException if the operands do not fit or the number is not known
     */
    Node repeat(Extent count, Output each, Fold step) throws TypeException;

    /**
     * Takes a step for each axis of a tensor.
     *
     * @param x the tensor, with which the steps start
     * @param step one step, which keeps the number of axes
     * @return the value of the last step
     * @throws TypeException if the operands do not fit
     */
    Node overAxes(Node x, OverAxes step) throws TypeException;

    /**
     * As many results as a number says.
     *
     * @param count known at compile time
     * @param output makes one
     * @return the results in order
     * @throws TypeException if the number is not known
     */
    List<Node> outputs(Extent count, Output output) throws TypeException;
}
