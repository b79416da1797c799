package io.graphkernel.processor.lower;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.schedule.Buffer;

/** Access of a stage to its current element. */
public interface ElementAccess {

    /**
     * Returns the current element of an input.
     *
     * @param input a buffer that varies within a row
     * @return the loaded value
     */
    Expression load(Buffer input);

    /**
     * Stores the current element of an output.
     *
     * @param output the buffer
     * @param value the stored value
     */
    void store(Buffer output, Expression value);

    /**
     * Accumulates the current element of a reduction's operand.
     *
     * @param reduction the op
     * @param value the element, converted to the accumulator's type
     */
    void accumulate(Node reduction, Expression value);

    /**
     * Returns the slice index of a Gather for the current element.
     *
     * @param slice the slice index, negative if out of range
     * @return the same index, or a negative one if the element is absent
     */
    default Expression slice(Expression slice) {
        return slice;
    }
}
