package io.graphkernel.op.build;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import java.util.List;

/** Arguments of a composite op's call: operands and attributes, by parameter name of the row. */
public interface CallArguments {

    /**
     * Returns an operand of the composite op.
     *
     * @param name name of a present parameter of the row
     * @return its value
     */
    Node operand(String name);

    /**
     * Returns the operands of a variadic parameter.
     *
     * @param name name of a parameter of the row
     * @return its values in order
     */
    List<Node> operands(String name);

    /**
     * Returns the operand named {@code x}.
     *
     * @return its value
     */
    default Node x() {
        return operand("x");
    }

    /**
     * Returns true if an optional tensor or dtype is present. The expansion may branch on it.
     *
     * @param name name of a parameter of the row
     * @return true if it is present
     */
    boolean has(String name);

    /**
     * Returns a boolean attribute. The expansion may branch on it.
     *
     * @param name name of a parameter of the row
     * @return its value
     */
    boolean flag(String name);

    /**
     * Returns an enum attribute. The expansion may branch on it.
     *
     * @param name name of a parameter of the row
     * @return the constant's name
     */
    String choice(String name);

    /**
     * Returns an integer that selects one of several choices. The expansion may branch on it.
     *
     * @param name name of a parameter of the row
     * @param count number of choices
     * @return its value, from 0
     * @throws TypeException if it is negative or not less than the count
     */
    int position(String name, int count) throws TypeException;

    /**
     * Returns the dtype of an operand of the composite op, or the value of a dtype attribute. The expansion may branch
     * on it.
     *
     * @param name name of a parameter of the row
     * @return its dtype; {@code f32} for 16-bit operands if the row computes them so
     */
    DataType dtype(String name);

    /**
     * Returns true if an operand of the composite op is floating-point. The expansion may branch on it.
     *
     * @param name name of a parameter of the row
     * @return false for integers
     */
    default boolean isFloating(String name) {
        return dtype(name).isFloating();
    }

    /**
     * Returns the axis or axes of an attribute.
     *
     * @param name name of a parameter of the row
     * @return the axes as passed by the caller
     */
    Axes axes(String name);

    /**
     * Returns the dims of an attribute.
     *
     * @param name name of a parameter of the row
     * @return the dims as passed by the caller
     */
    Dims dims(String name);

    /**
     * Returns integers that are known at compile time. The expansion may branch on them.
     *
     * @param name name of a parameter of the row
     * @return the integers as passed by the caller
     */
    List<Long> longs(String name);

    /**
     * Returns an integer that is known at compile time. The expansion may branch on it.
     *
     * @param name name of a parameter of the row
     * @return the integer as passed by the caller
     */
    long integer(String name);

    /**
     * Returns text that is known at compile time. The expansion may branch on it.
     *
     * @param name name of a parameter of the row
     * @return the text as passed by the caller
     */
    String text(String name);

    /**
     * Returns the integer of an attribute.
     *
     * @param name name of a parameter of the row
     * @return the integer as passed by the caller
     */
    Extent extent(String name);
}
