package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.ConstantFolder;
import java.util.function.Predicate;

/**
 * Operand values for which both sides of a rule are bitwise equal, with all NaNs equal, under the rounding of the op
 * table.
 */
public enum Exactness {
    /** All values of every dtype. */
    ALWAYS("exact", match -> true),
    /** Floating-point dtypes only; integers overflow at different steps. */
    FLOATS("exact for floats", Match::isFloating),
    /** Integers only, whose sums and products wrap around; floats differ in rounding, NaN or signed zeros. */
    INTEGERS("exact for integers", match -> !match.isFloating()),
    /** x + 0 is 0 for x = -0; x + (-0) is x. */
    NEGATIVE_ZERO(
            "exact for integers, and for floats if the zero is -0", match -> !match.isFloating() || zero(match, -0.0)),
    /** x - (-0) is 0 for x = -0; x - 0 is x. */
    POSITIVE_ZERO(
            "exact for integers, and for floats if the zero is +0", match -> !match.isFloating() || zero(match, 0.0)),
    /** Division by a power of two is multiplication by its reciprocal, unless that is subnormal. */
    POWER_OF_TWO("exact if the divisor and its reciprocal are powers of two", Exactness::dividesByPowerOfTwo),
    /** No dtype. */
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
     * Returns the description of the exactness.
     *
     * @return a clause
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

    private static boolean isNormal(double powerOfTwo, DataType dtype) {
        return ConstantFolder.isHeld(powerOfTwo, dtype) && Math.getExponent(powerOfTwo) >= smallestExponent(dtype);
    }

    private static int smallestExponent(DataType dtype) {
        return switch (dtype) {
            case F64 -> Double.MIN_EXPONENT;
            case F16 -> -14;
            default -> Float.MIN_EXPONENT;
        };
    }
}
