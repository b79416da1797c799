package io.graphkernel.processor.op.source;

import io.graphkernel.processor.op.DimsBuilder.Axes;
import io.graphkernel.processor.op.DimsBuilder.Dims;
import io.graphkernel.processor.op.DimsBuilder.Extent;

/**
 * Axes, dims and sizes as Java expressions.
 *
 * @param text the expression
 * @param type its type
 */
record JavaText(String text, Type type) implements Axes, Dims, Extent {

    /** The type of an expression. */
    enum Type {
        /** {@code int}. */
        AXIS,
        /** {@code int[]}. */
        AXES,
        /** {@code long[]}. */
        DIMS,
        /** {@code long} or {@code int}, to be enclosed in parentheses as a factor. */
        SUM,
        /** {@code long} or {@code int}. */
        FACTOR
    }

    static String of(Object text) {
        return ((JavaText) text).text;
    }

    /** The text as a factor of a product. */
    static String factor(Extent extent) {
        JavaText text = (JavaText) extent;
        return text.type == Type.SUM ? "(" + text.text + ")" : text.text;
    }

    /** The text of type {@code int[]}. */
    static String array(Axes axes) {
        JavaText text = (JavaText) axes;
        return text.type == Type.AXIS ? "axes(" + text.text + ")" : text.text;
    }
}
