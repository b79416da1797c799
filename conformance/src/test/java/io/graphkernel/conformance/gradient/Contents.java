package io.graphkernel.conformance.gradient;

import io.graphkernel.conformance.oracle.Format;
import io.graphkernel.graph.DataType;
import java.util.Arrays;
import java.util.Random;

/** The elements that gradients are tried with, and whether those that come out are the wanted ones. */
final class Contents {

    private static final double[] TIES = {-2, -1, -0.5, 0, 0.5, 1, 2};
    private static final double[] SPECIALS = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.0, -0.0
    };
    /** Stride of special elements. */
    private static final int PER_SPECIAL = 4;

    private Contents() {}

    /** Distribution of float elements: in the domain of the op, often equal to each other, or NaN, infinite and zero. */
    enum Content {
        RANDOM,
        TIES,
        SPECIALS
    }

    /** Makes random elements what they are to be, as far as the dtype holds them; those of other dtypes stay. */
    static void fill(double[] elements, DataType dtype, Content content, Random random) {
        for (int i = 0; i < elements.length && dtype.isFloating(); i++) {
            if (content == Content.TIES) {
                elements[i] = TIES[random.nextInt(TIES.length)];
            } else if (content == Content.SPECIALS && random.nextInt(PER_SPECIAL) == 0) {
                elements[i] = SPECIALS[random.nextInt(SPECIALS.length)];
            }
            elements[i] = stored(dtype, elements[i]);
        }
    }

    /** The nearest number that a dtype holds. */
    static double stored(DataType dtype, double x) {
        return switch (dtype) {
            case F32 -> (float) x;
            case F16 -> Format.F16.round(x);
            case BF16 -> Format.BF16.round(x);
            default -> x;
        };
    }

    /**
     * Returns the first difference, or null.
     *
     * @param tolerance tolerance relative to the largest finite element: one that is small by cancellation has the error of the
     *     canceling terms
     * @param size magnitude of the canceling terms, if all elements are smaller
     */
    static String difference(double[] actual, double[] expected, double tolerance, double size) {
        if (actual.length != expected.length) {
            return actual.length + " elements instead of " + expected.length;
        }
        double largest =
                Arrays.stream(expected).filter(Double::isFinite).map(Math::abs).reduce(size, Math::max);
        String first = null;
        int wrong = 0;
        for (int i = 0; i < expected.length; i++) {
            boolean same = Double.isFinite(expected[i])
                    ? Math.abs(actual[i] - expected[i]) <= tolerance * largest
                    : Double.compare(actual[i], expected[i]) == 0;
            if (!same && wrong++ == 0) {
                first = "element " + i + " is " + actual[i] + " and not " + expected[i];
            }
        }
        return first == null ? null : first + " (" + wrong + " of " + expected.length + " differ)";
    }
}
