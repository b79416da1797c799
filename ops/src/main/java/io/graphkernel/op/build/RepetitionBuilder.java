package io.graphkernel.op.build;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Extent;
import java.util.List;

/** Builder of repeated ops in expansions: for each operand, for each axis, or for a count. */
public interface RepetitionBuilder {

    /** Step of a fold over operands. */
    @FunctionalInterface
    interface Fold {

        /**
         * Returns the next value.
         *
         * @param value accumulated value
         * @param next the next operand
         * @return the next accumulated value
         * @throws TypeException if the operands violate a type rule
         */
        Node step(Node value, Node next) throws TypeException;
    }

    /** Function of one operand. */
    @FunctionalInterface
    interface Each {

        /**
         * Applies the function.
         *
         * @param operand operand
         * @return the result
         * @throws TypeException if the operand violates a type rule
         */
        Node apply(Node operand) throws TypeException;
    }

    /** Step over the axes of a value. */
    @FunctionalInterface
    interface OverAxes {

        /**
         * Returns the next value.
         *
         * @param value accumulated value
         * @param axis axis, nonnegative
         * @return the next accumulated value
         * @throws TypeException if the operand violates a type rule
         */
        Node step(Node value, Axes axis) throws TypeException;
    }

    /** Function from an index to a value. */
    @FunctionalInterface
    interface Output {

        /**
         * Returns one value.
         *
         * @param number zero-based index
         * @return the value
         * @throws TypeException if the operands violate a type rule
         */
        Node make(Extent number) throws TypeException;
    }

    /** Body of a loop. */
    @FunctionalInterface
    interface Iteration {

        /**
         * Returns the carried values after an iteration.
         *
         * @param ops builder of the iteration: with the attributes of the composite op, without its operands
         * @param index zero-based number of the iteration
         * @param carried carried values before the iteration
         * @param captured captured values
         * @return one value per carried value, with its type, then the slices of stacked values
         * @throws TypeException if the operands violate a type rule
         */
        List<Node> step(ExpansionBuilder ops, Extent index, List<Node> carried, List<Node> captured)
                throws TypeException;
    }

    /**
     * Repeats an iteration in a loop, which is compiled once for all iterations. Values around the loop are read only
     * if they are captured.
     *
     * @param count number of iterations, which may be known only in a call; at least 1 if the iteration stacks values
     * @param initial tensors carried from one iteration to the next
     * @param captured tensors and numbers that are equal in all iterations
     * @param iteration one iteration; its ops have no loops themselves
     * @return the carried values after the last iteration, then the stacked values, with the iterations as first axis
     * @throws TypeException if the operands violate a type rule
     */
    List<Node> iterate(Extent count, List<Node> initial, List<Node> captured, Iteration iteration) throws TypeException;

    /**
     * Concatenates tensors computed from the operands of a variadic parameter.
     *
     * @param axis the axis
     * @param name name of a parameter of the row
     * @param mapping function of each operand
     * @return the concatenation
     * @throws TypeException if the other dims differ
     */
    Node concatEach(Axes axis, String name, Each mapping) throws TypeException;

    /**
     * Folds the operands of a variadic parameter.
     *
     * @param name name of a parameter of the row
     * @param step combining function
     * @return the value of the last step
     * @throws TypeException if the operands violate a type rule
     */
    Node fold(String name, Fold step) throws TypeException;

    /**
     * Folds a number of values.
     *
     * @param count number of values known at compile time, at least 1
     * @param term function from an index to a value
     * @param step combining function
     * @return the value of the last step
     * @throws TypeException if the operands violate a type rule, or the number is unknown
     */
    Node repeat(Extent count, Output term, Fold step) throws TypeException;

    /**
     * Applies a step for each axis of a tensor.
     *
     * @param x tensor and initial value
     * @param step step that preserves the rank
     * @return the value of the last step
     * @throws TypeException if the operands violate a type rule
     */
    Node overAxes(Node x, OverAxes step) throws TypeException;

    /**
     * Returns a number of results.
     *
     * @param count number known at compile time
     * @param output function from an index to a result
     * @return the results in order
     * @throws TypeException if the number is unknown
     */
    List<Node> outputs(Extent count, Output output) throws TypeException;
}
