package io.graphkernel.runtime.generated.size;

import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;

/**
 * Checks of the scalar arguments of an op: starts, lengths, counts and sizes. Generated stubs and eager ops run the
 * same checks before they access memory. {@code op} is the name of the op in Java, {@code name} that of the argument.
 */
public final class ArgumentChecks {
    private ArgumentChecks() {}

    /**
     * Checks that a value is not below a bound.
     *
     * @param least minimum valid value
     * @throws ShapeMismatchException if it is
     */
    public static void atLeast(String op, String name, long value, long least) {
        if (value < least) {
            throw invalid(op, name, value, "at least", least);
        }
    }

    /**
     * Checks that a value is not above a bound.
     *
     * @param most maximum valid value
     * @throws ShapeMismatchException if it is
     */
    public static void atMost(String op, String name, long value, long most) {
        if (value > most) {
            throw invalid(op, name, value, "at most", most);
        }
    }

    /**
     * Checks that a value equals the expected one.
     *
     * @param expected the only valid value
     * @throws ShapeMismatchException if it differs
     */
    public static void equal(String op, String name, long value, long expected) {
        if (value != expected) {
            throw invalid(op, name, value, "equal to", expected);
        }
    }

    /**
     * Checks that a value differs from an invalid one.
     *
     * @param invalid the invalid value
     * @throws ShapeMismatchException if it is equal
     */
    public static void different(String op, String name, long value, long invalid) {
        if (value == invalid) {
            throw invalid(op, name, value, "different from", invalid);
        }
    }

    /**
     * Checks in a kernel that a value is not below a bound.
     *
     * @param location name and Java line of the kernel, and the op
     * @param left the value as an expression over the dims and numbers of the call
     * @param right the bound in the same way
     * @throws ShapeMismatchException if the condition does not hold
     */
    public static void atLeast(String location, String name, long value, long least, String left, String right) {
        if (value < least) {
            throw invalid(location, name, value, "at least", least, right, left + " >= " + right);
        }
    }

    /**
     * Checks in a kernel that a value is not above a bound.
     *
     * @param location name and Java line of the kernel, and the op
     * @param left the value as an expression over the dims and numbers of the call
     * @param right the bound in the same way
     * @throws ShapeMismatchException if the condition does not hold
     */
    public static void atMost(String location, String name, long value, long most, String left, String right) {
        if (value > most) {
            throw invalid(location, name, value, "at most", most, right, left + " <= " + right);
        }
    }

    /**
     * Checks in a kernel that a value equals the expected one.
     *
     * @param location name and Java line of the kernel, and the op
     * @param left the value as an expression over the dims and numbers of the call
     * @param right the bound in the same way
     * @throws ShapeMismatchException if the condition does not hold
     */
    public static void equal(String location, String name, long value, long expected, String left, String right) {
        if (value != expected) {
            throw invalid(location, name, value, "equal to", expected, right, left + " == " + right);
        }
    }

    /**
     * Checks in a kernel that a value differs from an invalid one.
     *
     * @param location name and Java line of the kernel, and the op
     * @param left the value as an expression over the dims and numbers of the call
     * @param right the bound in the same way
     * @throws ShapeMismatchException if the condition does not hold
     */
    public static void different(String location, String name, long value, long invalid, String left, String right) {
        if (value == invalid) {
            throw invalid(location, name, value, "different from", invalid, right, left + " != " + right);
        }
    }

    /**
     * Checks that a value is between 0 and a bound.
     *
     * @param most maximum valid value, at least 0
     * @throws ShapeMismatchException if it is not
     */
    public static void within(String op, String name, long value, long most) {
        atLeast(op, name, value, 0);
        atMost(op, name, value, most);
    }

    /**
     * Checks that an axis is not empty, since one of its elements is the result.
     *
     * @param size size of the axis
     * @throws ShapeMismatchException if it is empty
     */
    public static void notEmpty(String op, long size) {
        if (size == 0) {
            throw new ShapeMismatchException(RuntimeProblem.EMPTY_AXIS, op);
        }
    }

    /** Checks that a size is not negative; see {@link #atLeast}. */
    public static void sizes(String op, String name, long size) {
        atLeast(op, name, size, 0);
    }

    /**
     * Checks that sizes are not negative.
     *
     * @throws ShapeMismatchException if one is negative; the message has its index
     */
    public static void sizes(String op, String name, long[] sizes) {
        if (sizes == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, op, name);
        }
        for (int i = 0; i < sizes.length; i++) {
            if (sizes[i] < 0) {
                throw invalid(op, name + "[" + i + "]", sizes[i], "at least", 0);
            }
        }
    }

    /**
     * Checks that a tensor does not have more elements than memory can hold.
     *
     * @param factors lists of nonnegative sizes whose product is the number of elements
     * @throws ShapeMismatchException if it has more than {@link Sizes#MAX_ELEMENTS}
     */
    public static void elements(String op, long[]... factors) {
        long count = 1;
        for (long[] sizes : factors) {
            for (long size : sizes) {
                // The other dims of an empty tensor count as well, since strides are products of them.
                count = Sizes.product(count, Math.max(size, 1));
            }
        }
        elements(op, count);
    }

    /**
     * Checks a number of elements.
     *
     * @param count number of elements, {@link Sizes#TOO_LARGE} on overflow
     * @throws ShapeMismatchException if it exceeds {@link Sizes#MAX_ELEMENTS}
     */
    public static void elements(String op, long count) {
        atMost(op, "the number of elements", count, Sizes.MAX_ELEMENTS);
    }

    private static ShapeMismatchException invalid(
            String location, String name, long value, String relation, long bound, String right, String condition) {
        String limit = relation + " " + (right.equals(String.valueOf(bound)) ? right : right + ", which is " + bound);
        return new ShapeMismatchException(
                RuntimeProblem.SIZE_CONDITION,
                location,
                name,
                value,
                limit,
                "the kernel needs " + condition,
                "pass numbers, or tensors of such dims, for which " + condition);
    }

    private static ShapeMismatchException invalid(String op, String name, long value, String relation, long bound) {
        String limit = relation + " " + bound;
        return new ShapeMismatchException(
                RuntimeProblem.SIZE_CONDITION,
                op,
                name,
                value,
                limit,
                "the numbers and dims of this call give it that value",
                "pass numbers, or tensors of such dims, for which it is " + limit);
    }
}
