package io.graphkernel.graph;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.Predicate;

/**
 * Shortest decimal text of floats and doubles, independent of the JDK. {@link Float#toString} and {@link
 * Double#toString} return other digits before JDK 19.
 */
public final class FloatText {

    /** Magnitudes from this value on, and below {@link #SMALLEST_PLAIN}, have an exponent, as in Java. */
    private static final double MAX_PLAIN = 1e7;

    private static final double SMALLEST_PLAIN = 1e-3;

    private FloatText() {}

    /**
     * Returns the shortest decimal that reads back as the same float.
     *
     * @param value any float
     * @return a Java literal without suffix, for example {@code 1.0E-5}; {@code NaN} or {@code Infinity} with its sign
     */
    public static String of(float value) {
        return value == 0 || Float.isNaN(value) || Float.isInfinite(value)
                ? Float.toString(value)
                : shortest(new BigDecimal(value), decimal -> decimal.floatValue() == value);
    }

    /**
     * Returns the shortest decimal that reads back as the same double.
     *
     * @param value any double
     * @return a Java literal without suffix, for example {@code 1.0E-5}; {@code NaN} or {@code Infinity} with its sign
     */
    public static String of(double value) {
        return value == 0 || Double.isNaN(value) || Double.isInfinite(value)
                ? Double.toString(value)
                : shortest(new BigDecimal(value), decimal -> decimal.doubleValue() == value);
    }

    private static String shortest(BigDecimal exact, Predicate<BigDecimal> readsBack) {
        int digits = 1;
        BigDecimal rounded = round(exact, digits);
        while (!readsBack.test(rounded)) {
            rounded = round(exact, ++digits);
        }
        return text(rounded);
    }

    private static BigDecimal round(BigDecimal exact, int digits) {
        return exact.round(new MathContext(digits)).stripTrailingZeros();
    }

    private static String text(BigDecimal shortest) {
        double magnitude = Math.abs(shortest.doubleValue());
        if (magnitude >= SMALLEST_PLAIN && magnitude < MAX_PLAIN) {
            String plain = shortest.toPlainString();
            return plain.contains(".") ? plain : plain + ".0";
        }
        String digits = shortest.unscaledValue().abs().toString();
        String fraction = digits.length() > 1 ? digits.substring(1) : "0";
        int exponent = digits.length() - 1 - shortest.scale();
        return (shortest.signum() < 0 ? "-" : "") + digits.charAt(0) + "." + fraction + "E" + exponent;
    }
}
