package io.graphkernel.processor.graph;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Floats as text. {@link Float#toString} gives other digits before JDK 19 than since, and generated text must not
 * depend on the JDK that generates it.
 */
public final class FloatText {

    /** Decimal digits that tell any two floats apart. */
    private static final int MOST_DIGITS = 9;

    /** From here on, and below {@link #SMALLEST_PLAIN}, with an exponent, as Java writes floats. */
    private static final double LARGEST_PLAIN = 1e7;

    private static final double SMALLEST_PLAIN = 1e-3;

    private FloatText() {}

    /**
     * The shortest decimal that reads back as the same float.
     *
     * @param value any float
     * @return a Java literal without suffix, for example {@code 1.0E-5}; {@code NaN} or {@code Infinity} with its sign
     */
    public static String of(float value) {
        if (value == 0 || Float.isNaN(value) || Float.isInfinite(value)) {
            return Float.toString(value);
        }
        BigDecimal exact = new BigDecimal(value);
        BigDecimal shortest = exact;
        for (int digits = 1; digits <= MOST_DIGITS; digits++) {
            shortest = exact.round(new MathContext(digits)).stripTrailingZeros();
            if (shortest.floatValue() == value) {
                break;
            }
        }
        double magnitude = Math.abs((double) value);
        if (magnitude >= SMALLEST_PLAIN && magnitude < LARGEST_PLAIN) {
            String plain = shortest.toPlainString();
            return plain.contains(".") ? plain : plain + ".0";
        }
        String digits = shortest.unscaledValue().abs().toString();
        String fraction = digits.length() > 1 ? digits.substring(1) : "0";
        int exponent = digits.length() - 1 - shortest.scale();
        return (value < 0 ? "-" : "") + digits.charAt(0) + "." + fraction + "E" + exponent;
    }
}
