package io.graphkernel.processor.lower;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.schedule.Buffer;

/** How a stage reaches what belongs to its current element. */
public interface Elements {

    /**
     * The element of an input.
     *
     * @param input a buffer that moves within a row
     * @return its value
     */
    Expression load(Buffer input);

    /**
     * Writes the element of an output.
     *
     * @param output the buffer
     * @param value what is written
     */
    void store(Buffer output, Expression value);

    /**
     * Accumulates the element's value.
     *
     * @param reduction the op
     * @param value its operand's element, as it is accumulated
     */
    void accumulate(Node reduction, Expression value);

    /**
     * Which slice a Gather takes for the element.
     *
     * @param slice a number, below 0 for none
     * @return the number, or none where there is no element
     */
    default Expression slice(Expression slice) {
        return slice;
    }
}
