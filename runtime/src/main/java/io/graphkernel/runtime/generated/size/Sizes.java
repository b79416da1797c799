package io.graphkernel.runtime.generated.size;

import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.ArrayList;
import java.util.List;

/**
 * Saturating arithmetic on sizes for generated stubs and for the runtime. A value that overflows a signed 64-bit
 * integer becomes {@link #TOO_LARGE}, as do values computed from it. A product with a factor 0 is 0 regardless of the
 * other factors.
 */
public final class Sizes {
    /** Value of a size that overflows. */
    public static final long TOO_LARGE = Long.MAX_VALUE;

    /**
     * Maximum number of elements of one value, 2^52, which exceeds every machine. The bytes of several values of that
     * size still fit into a signed 64-bit integer.
     */
    public static final long MAX_ELEMENTS = 1L << 52;

    private Sizes() {}

    /**
     * Returns true if an expression over the sizes might overflow.
     *
     * @param dims bitwise or of the sizes, none negative
     * @param bits exponent of the bound 2^bits, below which sizes are safe
     */
    public static boolean areLarge(long dims, int bits) {
        return dims >>> bits != 0;
    }

    /** Returns the product of two sizes, at most one of which is negative. */
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

    /** Returns the product of sizes; 1 for none. */
    public static long product(long... factors) {
        long product = 1;
        for (long factor : factors) {
            product = product(product, factor);
        }
        return product;
    }

    /** Returns the sum of sizes. */
    public static long sum(long... summands) {
        long sum = 0;
        for (long summand : summands) {
            boolean fits = sum != TOO_LARGE && summand < TOO_LARGE - Math.max(0, sum);
            sum = fits ? sum + summand : TOO_LARGE;
        }
        return sum;
    }

    /** Returns the difference of sizes, which may be negative; {@link #TOO_LARGE} if one of them is. */
    public static long difference(long a, long b) {
        return a == TOO_LARGE || b == TOO_LARGE ? TOO_LARGE : a - b;
    }

    /** Returns the quotient rounded down; 0 for the divisor 0, which a stub rejects. */
    public static long floorDiv(long a, long b) {
        return a == TOO_LARGE ? TOO_LARGE : b == 0 ? 0 : Math.floorDiv(a, b);
    }

    /** Returns the smaller size. */
    public static long min(long a, long b) {
        return Math.min(a, b);
    }

    /** Returns the larger size. */
    public static long max(long a, long b) {
        return Math.max(a, b);
    }

    /**
     * Checks the size of an axis that is an expression.
     *
     * @param method method name for messages
     * @param expression the expression for messages
     * @param size value of the expression
     * @param names names of the dims in the expression for messages
     * @param dims values of the dims in the order of their names
     * @throws ShapeMismatchException if it overflows a signed 64-bit integer
     */
    public static void dimension(String method, String expression, long size, String names, long... dims) {
        if (size == TOO_LARGE) {
            throw tooLarge(method, expression, Long.MAX_VALUE - 1, names, dims);
        }
    }

    /**
     * Checks the number of elements that a call computes or stores; see {@link #dimension}.
     *
     * @throws ShapeMismatchException if it exceeds {@link #MAX_ELEMENTS}
     */
    public static void elements(String method, String expression, long count, String names, long... dims) {
        if (count > MAX_ELEMENTS) {
            throw tooLarge(method, expression, MAX_ELEMENTS, names, dims);
        }
    }

    private static ShapeMismatchException tooLarge(
            String method, String expression, long most, String names, long... dims) {
        String[] dimNames = names.split(", ");
        List<String> values = new ArrayList<>();
        for (int i = 0; i < dims.length; i++) {
            values.add(dimNames[i] + " = " + dims[i]);
        }
        return new ShapeMismatchException(
                RuntimeProblem.SIZE_TOO_LARGE, method, expression, String.join(", ", values), most);
    }
}
