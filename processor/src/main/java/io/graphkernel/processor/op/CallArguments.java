package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.DimsBuilder.Axes;
import io.graphkernel.processor.op.DimsBuilder.Dims;
import io.graphkernel.processor.op.DimsBuilder.Extent;

/** What a call of a composite op gives: operands and attributes, by the names of the row's parameters. */
public interface CallArguments {

    /**
     * An operand of the composite op.
     *
     * @param name of a parameter of the row that is present
     * @return its value
     */
    Node operand(String name);

    /**
     * The operand named {@code x}.
     *
     * @return its value
     */
    default Node x() {
        return operand("x");
    }

    /**
     * Whether the caller gives an optional tensor or dtype. The expansion may branch on it.
     *
     * @param name of a parameter of the row
     * @return true if it is present
     */
    boolean has(String name);

    /**
     * A boolean attribute. The expansion may branch on it.
     *
     * @param name of a parameter of the row
     * @return its value
     */
    boolean flag(String name);

    /**
     * An enum attribute. The expansion may branch on it.
     *
     * @param name of a parameter of the row
     * @return the constant's name
     */
    String choice(String name);

    /**
     * A whole number that says one of a few. The expansion may branch on it.
     *
     * @param name of a parameter of the row
     * @param count how many there are
     * @return its value, from 0
     * @throws TypeException if it is negative, or the count or more
     */
    int position(String name, int count) throws TypeException;

    /**
     * Whether an operand of the composite op is floating-point. The expansion may branch on it.
     *
     * @param name of a parameter of the row
     * @return false for integers
     */
    boolean isFloating(String name);

    /**
     * The axis or axes of an attribute.
     *
     * @param name of a parameter of the row
     * @return as the caller gives them
     */
    Axes axes(String name);

    /**
     * The dims of an attribute.
     *
     * @param name of a parameter of the row
     * @return as the caller gives them
     */
    Dims dims(String name);

    /**
     * The whole number of an attribute.
     *
     * @param name of a parameter of the row
     * @return as the caller gives it
     */
    Extent extent(String name);
}
