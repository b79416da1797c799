package io.graphkernel.processor.emit.scalar;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;

/** How a stage reaches what belongs to its current element. Everything given back is text of the target. */
public interface Elements {

    /**
     * The element of an input.
     *
     * @param input a buffer that moves within a row
     * @return its text
     */
    String load(Buffer input);

    /**
     * Writes the element of an output.
     *
     * @param output the buffer
     * @param value text of the value
     * @return a statement without its end
     */
    String store(Buffer output, String value);

    /**
     * Accumulates the element's value.
     *
     * @param reduction the op
     * @param value text of its operand's element
     * @return a statement without its end
     */
    String accumulate(Node reduction, String value);

    /**
     * Which slice a Gather takes for the element.
     *
     * @param place text of a number, below 0 for none
     * @return the text, or a text that gives none where there is no element
     */
    String place(String place);
}
