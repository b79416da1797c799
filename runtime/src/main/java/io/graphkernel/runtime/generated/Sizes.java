package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.ArrayList;
import java.util.List;

/**
 * Arithmetic on sizes that does not wrap around, for generated stubs and for the run time. What does not fit in a signed
 * 64-bit number is {@link #TOO_LARGE}, and so is what is computed from it; but a product with a factor 0 is 0, however
 * large the others are.
 */
public final class Sizes {
    /** In place of a size that does not fit. */
    public static final long TOO_LARGE = Long.MAX_VALUE;

    /**
     * The most elements that are computed or stored for one value, 2^52: no machine has so many, and bytes of that many
     * elements of several values still fit in a signed 64-bit number.
     */
    public static final long MOST_ELEMENTS = 1L << 52;

    private Sizes() {}

    /**
     * Whether sizes are so large that an expression over them might not fit.
     *
     * @param dims the sizes, or-ed, none negative
     * @param bits what is below 2^bits is not large
     */
    public static boolean areLarge(long dims, int bits) {
        return dims >>> bits != 0;
    }

    /** The product of two sizes; at most one is negative. */
    public static long product(long a, long b) {
        if (a == 0 || b == 0) {
            return 0;
        }
        if (a == TOO_LARGE || b == TOO_LARGE) {
            return TOO_LARGE;
        }
        long low = a * b;
        return Math.multiplyHigh(a, b) == low >> 63 ? low : TOO_LARGE;
    }

    /** The product of sizes; 1 for none. */
    public static long product(long... factors) {
        long product = 1;
        for (long factor : factors) {
            product = product(product, factor);
        }
        return product;
    }

    /** The sum of sizes. */
    public static long sum(long... summands) {
        long sum = 0;
        for (long summand : summands) {
            boolean fits = sum != TOO_LARGE && summand < TOO_LARGE - Math.max(0, sum);
            sum = fits ? sum + summand : TOO_LARGE;
        }
        return sum;
    }

    /** The difference of sizes, which may be negative; {@link #TOO_LARGE} if one of them is. */
    public static long difference(long a, long b) {
        return a == TOO_LARGE || b == TOO_LARGE ? TOO_LARGE : a - b;
    }

    /** The quotient rounded down; 0 for the divisor 0, which a stub refuses. */
    public static long floorDiv(long a, long b) {
        return a == TOO_LARGE ? TOO_LARGE : b == 0 ? 0 : Math.floorDiv(a, b);
    }

    /** The smaller size. */
    public static long min(long a, long b) {
        return Math.min(a, b);
    }

    /** The larger size. */
    public static long max(long a, long b) {
        return Math.max(a, b);
    }

    /**
     * A size of an axis that is an expression.
     *
     * @param method the kernel method, for the message, and so are the expression and the names of the dims in it
     * @param size its value
     * @param dims the values of the dims, in the order of their names
     * @throws ShapeMismatchException if it does not fit in a signed 64-bit number
     */
    public static void dimension(String method, String expression, long size, String names, long... dims) {
        if (size == TOO_LARGE) {
            throw tooLarge(method, expression, Long.MAX_VALUE - 1, names, dims);
        }
    }

    /**
     * A number of elements that a call computes or stores; see {@link #dimension}.
     *
     * @throws ShapeMismatchException if it is more than {@link #MOST_ELEMENTS}
     */
    public static void elements(String method, String expression, long count, String names, long... dims) {
        if (count > MOST_ELEMENTS) {
            throw tooLarge(method, expression, MOST_ELEMENTS, names, dims);
        }
    }

    private static ShapeMismatchException tooLarge(
            String method, String expression, long most, String names, long... dims) {
        String[] each = names.split(", ");
        List<String> values = new ArrayList<>();
        for (int i = 0; i < dims.length; i++) {
            values.add(each[i] + " = " + dims[i]);
        }
        return new ShapeMismatchException(
                RuntimeProblem.SIZE_TOO_LARGE, method, expression, String.join(", ", values), most);
    }
}
