package io.graphkernel.processor.emit.scalar;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;

/** How a target writes what a kernel over single elements consists of. Everything given back is text of the target. */
public interface Dialect {

    /**
     * The type of an index that does not change.
     *
     * @return for example {@code final long}
     */
    String integer();

    /**
     * The type of a value that does not change.
     *
     * @param dtype its dtype
     * @return for example {@code final float}
     */
    String constant(DType dtype);

    /**
     * What is said behind a statement of where its expression stands in the Java file.
     *
     * @param node what the statement computes
     * @return a comment with a blank before it, or empty
     */
    String origin(Node node);

    /**
     * A dim as a factor.
     *
     * @param dim an extent, stride or offset
     * @return its text
     */
    String dim(Dim dim);

    /**
     * A product of dims as a value.
     *
     * @param dtype the dtype in which it is wanted
     * @param product the dims' product
     * @return its text
     */
    String dimension(DType dtype, Dim product);

    /**
     * A number that the caller gives.
     *
     * @param dtype its dtype
     * @param slot where it stands in the argument block
     * @return its text
     */
    String argument(DType dtype, int slot);

    /**
     * The name of a loop's index.
     *
     * @param run the loop's place in the nest
     * @return a name
     */
    String index(int run);

    /**
     * The name of a value.
     *
     * @param node what it is
     * @return a name
     */
    String value(Node node);

    /**
     * An operand of an op.
     *
     * @param node a value or a constant
     * @return a name or a literal
     */
    String operand(Node node);

    /**
     * What an op gives.
     *
     * @param node an elementwise op
     * @return its text
     */
    String expression(Node node);

    /**
     * An element of a buffer.
     *
     * @param buffer an input
     * @param element text of the element's number
     * @return its text
     */
    String load(Buffer buffer, String element);

    /**
     * Writes an element of a buffer.
     *
     * @param buffer an output
     * @param element text of the element's number
     * @param value text of the value
     * @return a statement without its end
     */
    String store(Buffer buffer, String element, String value);

    /**
     * The name of which slice a Gather takes.
     *
     * @param gather the op
     * @return a name
     */
    String placeName(Node gather);

    /**
     * Which slice a Gather takes.
     *
     * @param index text of its index operand
     * @param extent how many slices there are
     * @return text of a number; below 0 for none
     */
    String place(String index, Dim extent);

    /**
     * What a Gather gives.
     *
     * @param gather the gather
     * @param element text of the element's number in the slice 0
     * @return its text: the element of the slice, or 0 if there is none
     */
    String gathered(Gather gather, String element);

    /**
     * The name of what a reduction or scan has accumulated.
     *
     * @param reduction the op
     * @return a name
     */
    String accumulator(Node reduction);

    /**
     * The type of what a reduction or scan accumulates.
     *
     * @param reduction the op
     * @return a type
     */
    String accumulatorType(Node reduction);

    /**
     * What is accumulated before the first element.
     *
     * @param reduction the op
     * @return its text
     */
    String identity(Node reduction);

    /**
     * One more value accumulated.
     *
     * @param reduction the op
     * @param accumulated text of what is accumulated
     * @param value text of an element of the operand
     * @return its text
     */
    String combined(Node reduction, String accumulated, String value);

    /**
     * What was accumulated as a value of the op's dtype.
     *
     * @param reduction the op
     * @param accumulated text of what is accumulated
     * @return its text
     */
    String result(Node reduction, String accumulated);
}
