package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.ConstantFolder;
import java.util.function.Predicate;

/**
 * For which values both sides of a rule have the same bits, NaN equal to NaN, where every op is rounded as the op table
 * says.
 */
public enum Exactness {
    /** For all values of every dtype. */
    ALWAYS("exact", match -> true),
    /** For floats: integers overflow in other places. */
    FLOATS("exact for floats", Match::isFloating),
    /** For integers, whose sums and products wrap around; floats are rounded, or have a NaN or a signed zero. */
    INTEGERS("exact for integers", match -> !match.isFloating()),
    /** x + 0 is 0 for x = -0; x + (-0) is x. */
    NEGATIVE_ZERO(
            "exact for integers, and for floats if the zero is -0", match -> !match.isFloating() || zero(match, -0.0)),
    /** x - (-0) is 0 for x = -0; x - 0 is x. */
    POSITIVE_ZERO(
            "exact for integers, and for floats if the zero is +0", match -> !match.isFloating() || zero(match, 0.0)),
    /** Division by a power of two is multiplication by another one, unless that is subnormal. */
    POWER_OF_TWO("exact if the divisor and its reciprocal are powers of two", Exactness::dividesByPowerOfTwo),
    /** For no dtype. */
    NEVER("changes values", match -> false);

    private final String text;
    private final Predicate<Match> predicate;

    Exactness(String text, Predicate<Match> predicate) {
        this.text = text;
        this.predicate = predicate;
    }

    boolean holds(Match match) {
        return predicate.test(match);
    }

    /**
     * The exactness in words.
     *
     * @return half a sentence
     */
    public String text() {
        return text;
    }

    private static boolean zero(Match match, double zero) {
        return match.literals().stream()
                .allMatch(literal -> literal.attributes().number().equals(zero));
    }

    private static boolean dividesByPowerOfTwo(Match match) {
        Node divisor = match.letter("c");
        double value = divisor.attributes().value();
        double reciprocal = 1 / value;
        return isPowerOfTwo(value) && isNormal(value, divisor.dtype()) && isNormal(reciprocal, divisor.dtype());
    }

    private static boolean isPowerOfTwo(double value) {
        return Double.isFinite(value) && value != 0 && Math.abs(value) == Math.scalb(1.0, Math.getExponent(value));
    }

    private static boolean isNormal(double powerOfTwo, DType dtype) {
        return ConstantFolder.isHeld(powerOfTwo, dtype) && Math.getExponent(powerOfTwo) >= smallestExponent(dtype);
    }

    private static int smallestExponent(DType dtype) {
        return switch (dtype) {
            case F64 -> Double.MIN_EXPONENT;
            case F16 -> -14;
            default -> Float.MIN_EXPONENT;
        };
    }
}
