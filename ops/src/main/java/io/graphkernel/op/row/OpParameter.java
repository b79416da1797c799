package io.graphkernel.op.row;

import io.graphkernel.graph.DataType;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Parameter of an op. Operands become a node's operands in row order; others become attributes of the node.
 *
 * @param name name in Java
 * @param kind kind of accepted values
 * @param dtype source of the dtype of an operand; a number in place of an operand of the dtype {@link OpDtype#SHARED}
 *     takes the dtype of the first tensor operand that shares it
 * @param orNumber true if a number may replace a tensor
 * @param defaultValue default, of the kind's type; empty if the argument is required
 * @param enumType simple name of the Java enum in {@code io.graphkernel.runtime} for {@link Kind#ENUM}; otherwise empty
 */
public record OpParameter(
        String name, Kind kind, OpDtype dtype, boolean orNumber, Optional<Object> defaultValue, String enumType) {

    /** Kind of value that a parameter accepts, and its encoding in the attribute of a node. */
    public enum Kind {
        /** A tensor. */
        TENSOR,
        /** Optional tensor; if absent, it is named by the attribute {@link #ABSENT}. */
        OPTIONAL_TENSOR,
        /** One or more tensors. */
        TENSORS,
        /** A number: a tensor of rank 0, a literal or a primitive parameter. Always an operand. */
        NUMBER,
        /** One axis, negative from the end: a {@code Long}. */
        AXIS,
        /** Axes, empty for all: a list of integers. */
        AXES,
        /** Integers known at compile time: a list of integers. */
        INTS,
        /** Like {@link #INTS}, with Java type {@code long}. */
        LONGS,
        /** Integers or dims: a list of dims. */
        DIMS,
        /** An integer or dim: a list of one dim. */
        DIM,
        /** An integer known at compile time: a {@code Long}. */
        LONG,
        /** Boolean. */
        BOOLEAN,
        /** Name of an enum constant. */
        ENUM,
        /** Text known at compile time. */
        TEXT,
        /** Name of a dtype. */
        DTYPE
    }

    /** Value of an optional integer that is absent. */
    public static final long ABSENT_INTEGER = Integer.MIN_VALUE;

    /** Attribute with the names of absent optional tensors, separated by spaces; omitted if all are present. */
    public static final String ABSENT = "absent";

    private static final Set<Kind> OPERANDS = Set.of(Kind.TENSOR, Kind.OPTIONAL_TENSOR, Kind.TENSORS, Kind.NUMBER);

    public static OpParameter tensor(String name) {
        return tensor(name, OpDtype.SHARED);
    }

    public static OpParameter tensor(String name, OpDtype dtype) {
        return new OpParameter(name, Kind.TENSOR, dtype, false, Optional.empty(), "");
    }

    /** Returns a parameter for a tensor of any shape or a number. */
    public static OpParameter tensorOrNumber(String name) {
        return new OpParameter(name, Kind.TENSOR, OpDtype.SHARED, true, Optional.empty(), "");
    }

    public static OpParameter optionalTensor(String name) {
        return optionalTensor(name, OpDtype.SHARED);
    }

    public static OpParameter optionalTensor(String name, OpDtype dtype) {
        return new OpParameter(name, Kind.OPTIONAL_TENSOR, dtype, false, Optional.empty(), "");
    }

    public static OpParameter tensors(String name) {
        return new OpParameter(name, Kind.TENSORS, OpDtype.SHARED, false, Optional.empty(), "");
    }

    public static OpParameter number(String name) {
        return number(name, OpDtype.SHARED);
    }

    public static OpParameter number(String name, OpDtype dtype) {
        return new OpParameter(name, Kind.NUMBER, dtype, true, Optional.empty(), "");
    }

    public static OpParameter number(String name, double defaultValue) {
        return number(name, OpDtype.SHARED, defaultValue);
    }

    public static OpParameter number(String name, OpDtype dtype, double defaultValue) {
        return new OpParameter(name, Kind.NUMBER, dtype, true, Optional.of(defaultValue), "");
    }

    public static OpParameter axis(String name) {
        return attribute(name, Kind.AXIS);
    }

    public static OpParameter axis(String name, long defaultAxis) {
        return new OpParameter(name, Kind.AXIS, OpDtype.OWN, false, Optional.of(defaultAxis), "");
    }

    public static OpParameter bool(String name, boolean defaultValue) {
        return new OpParameter(name, Kind.BOOLEAN, OpDtype.OWN, false, Optional.of(defaultValue), "");
    }

    public static OpParameter enumeration(String name, String enumType, String defaultConstant) {
        return new OpParameter(name, Kind.ENUM, OpDtype.OWN, false, Optional.of(defaultConstant), enumType);
    }

    public static OpParameter text(String name, String defaultValue) {
        return new OpParameter(name, Kind.TEXT, OpDtype.OWN, false, Optional.of(defaultValue), "");
    }

    /** Returns a required parameter that is not an operand. */
    public static OpParameter attribute(String name, Kind kind) {
        return new OpParameter(name, kind, OpDtype.OWN, false, Optional.empty(), "");
    }

    /** Returns a dtype, which may be omitted. */
    public static OpParameter dtype(String name, DataType defaultDtype) {
        return new OpParameter(name, Kind.DTYPE, OpDtype.OWN, false, Optional.of(defaultDtype.text()), "");
    }

    /** Returns an integer known at compile time. */
    public static OpParameter integer(String name, long defaultValue) {
        return new OpParameter(name, Kind.LONG, OpDtype.OWN, false, Optional.of(defaultValue), "");
    }

    /** Returns an integer known at compile time that is absent by default. */
    public static OpParameter optionalInteger(String name) {
        return integer(name, ABSENT_INTEGER);
    }

    /** Returns integers known at compile time, with Java type {@code long}. */
    public static OpParameter longs(String name, List<Long> defaultValue) {
        return new OpParameter(name, Kind.LONGS, OpDtype.OWN, false, Optional.of(defaultValue), "");
    }

    public static OpParameter ints(String name, List<Long> defaultValue) {
        return new OpParameter(name, Kind.INTS, OpDtype.OWN, false, Optional.of(defaultValue), "");
    }

    /** Returns true for an integer that is absent by default. */
    public boolean isOptionalInteger() {
        return kind == Kind.LONG && defaultValue.equals(Optional.of(ABSENT_INTEGER));
    }

    /**
     * Returns true if it is an operand of the node rather than an attribute.
     *
     * @return true for tensors and numbers
     */
    public boolean isOperand() {
        return OPERANDS.contains(kind);
    }

    /**
     * Returns the name of the node's attribute.
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
