package io.graphkernel.processor.op;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One parameter of an op. Operands become a node's operands in the order of the row; the others become attributes of
 * the node.
 *
 * @param name as in Java
 * @param kind what it takes
 * @param dtype what decides the dtype of an operand; a number of the source that stands for an operand of the dtype
 *     {@link OpDtype#SHARED} takes the dtype of the first tensor operand that shares it
 * @param orNumber whether a number may stand for a tensor
 * @param defaultValue what it is if a caller leaves it out, of the kind's type; empty if it must be given
 * @param enumType simple name of the Java enum in {@code io.graphkernel.runtime}, for {@link Kind#ENUM}; else empty
 */
public record OpParameter(
        String name, Kind kind, OpDtype dtype, boolean orNumber, Optional<Object> defaultValue, String enumType) {

    /** What a parameter takes, and how the attribute of a node holds it. */
    public enum Kind {
        /** A tensor. */
        TENSOR,
        /** A tensor that may be absent: then the attribute {@link #ABSENT} names it. */
        OPTIONAL_TENSOR,
        /** One or more tensors. */
        TENSORS,
        /** A number: a tensor of rank 0, a literal or a primitive parameter. Always an operand. */
        NUMBER,
        /** One axis, negative from the end: a {@code Long}. */
        AXIS,
        /** Axes, none for all: a list of integers. */
        AXES,
        /** Integers known at compile time: a list of integers. */
        INTS,
        /** As {@link #INTS}, of the Java type {@code long}. */
        LONGS,
        /** Whole numbers or dims: a list of dims. */
        DIMS,
        /** A whole number or dim: a list of one dim. */
        DIM,
        /** A whole number known at compile time: a {@code Long}. */
        LONG,
        /** True or false. */
        BOOLEAN,
        /** The name of an enum constant. */
        ENUM,
        /** A text known at compile time. */
        TEXT,
        /** The text of a dtype. */
        DTYPE
    }

    /** The attribute that names the optional tensors that a node has not, separated by blanks; left out if it has all. */
    public static final String ABSENT = "absent";

    private static final Set<Kind> OPERANDS = Set.of(Kind.TENSOR, Kind.OPTIONAL_TENSOR, Kind.TENSORS, Kind.NUMBER);

    static OpParameter tensor(String name) {
        return tensor(name, OpDtype.SHARED);
    }

    static OpParameter tensor(String name, OpDtype dtype) {
        return new OpParameter(name, Kind.TENSOR, dtype, false, Optional.empty(), "");
    }

    /** A tensor of any shape; a number may replace it. */
    static OpParameter tensorOrNumber(String name) {
        return new OpParameter(name, Kind.TENSOR, OpDtype.SHARED, true, Optional.empty(), "");
    }

    static OpParameter optionalTensor(String name) {
        return optionalTensor(name, OpDtype.SHARED);
    }

    static OpParameter optionalTensor(String name, OpDtype dtype) {
        return new OpParameter(name, Kind.OPTIONAL_TENSOR, dtype, false, Optional.empty(), "");
    }

    static OpParameter tensors(String name) {
        return new OpParameter(name, Kind.TENSORS, OpDtype.SHARED, false, Optional.empty(), "");
    }

    static OpParameter number(String name) {
        return number(name, OpDtype.SHARED);
    }

    static OpParameter number(String name, OpDtype dtype) {
        return new OpParameter(name, Kind.NUMBER, dtype, true, Optional.empty(), "");
    }

    static OpParameter number(String name, double defaultValue) {
        return number(name, OpDtype.SHARED, defaultValue);
    }

    static OpParameter number(String name, OpDtype dtype, double defaultValue) {
        return new OpParameter(name, Kind.NUMBER, dtype, true, Optional.of(defaultValue), "");
    }

    static OpParameter axis(String name) {
        return attribute(name, Kind.AXIS);
    }

    static OpParameter axis(String name, long defaultAxis) {
        return new OpParameter(name, Kind.AXIS, OpDtype.OWN, false, Optional.of(defaultAxis), "");
    }

    static OpParameter bool(String name, boolean defaultValue) {
        return new OpParameter(name, Kind.BOOLEAN, OpDtype.OWN, false, Optional.of(defaultValue), "");
    }

    static OpParameter enumeration(String name, String enumType, String defaultConstant) {
        return new OpParameter(name, Kind.ENUM, OpDtype.OWN, false, Optional.of(defaultConstant), enumType);
    }

    static OpParameter text(String name, String defaultValue) {
        return new OpParameter(name, Kind.TEXT, OpDtype.OWN, false, Optional.of(defaultValue), "");
    }

    /** A parameter that must be given and is no operand. */
    static OpParameter attribute(String name, Kind kind) {
        return new OpParameter(name, kind, OpDtype.OWN, false, Optional.empty(), "");
    }

    static OpParameter ints(String name, List<Long> defaultValue) {
        return new OpParameter(name, Kind.INTS, OpDtype.OWN, false, Optional.of(defaultValue), "");
    }

    /**
     * Whether it is an operand of the node rather than an attribute.
     *
     * @return true for tensors and numbers
     */
    public boolean isOperand() {
        return OPERANDS.contains(kind);
    }

    /**
     * The name of the node's attribute.
     *
     * @return the name with underscores, for example {@code keep_dims}
     */
    public String attribute() {
        StringBuilder attribute = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            attribute.append(letter >= 'A' && letter <= 'Z' ? "_" : "").append(Character.toLowerCase(letter));
        }
        return attribute.toString();
    }
}
