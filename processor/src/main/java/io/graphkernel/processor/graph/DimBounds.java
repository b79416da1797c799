package io.graphkernel.processor.graph;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a dim is never negative, by what its functions are at least and at most: {@code c · floorDiv(a, c)} is between
 * {@code a - c + 1} and {@code a}, a minimum is at most each of its arguments, and a maximum at least each.
 */
final class DimBounds {

    /** How many functions are replaced one after the other: those within each other, and those of one sum. */
    private static final int DEPTH = 6;

    private DimBounds() {}

    /** Whether it is known: false says nothing. Sums of divided sizes are scaled until a factor does not fit. */
    static boolean isNonNegative(DimPolynomial value) {
        try {
            return isNonNegative(value, DEPTH);
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    private static boolean isNonNegative(DimPolynomial value, int depth) {
        if (value.isNonNegative()) {
            return true;
        }
        if (depth == 0) {
            return false;
        }
        for (Map.Entry<DimAtom, Long> function : value.functionsByThemselves().entrySet()) {
            Optional<Boolean> known = byBounds(value, function.getKey(), function.getValue(), depth - 1);
            if (known.isPresent()) {
                return known.get();
            }
        }
        return false;
    }

    /** Whether it holds with a function replaced by its bounds; empty where nothing is known of the function. */
    private static Optional<Boolean> byBounds(DimPolynomial value, DimAtom function, long factor, int depth) {
        if (function.name().equals(DimExpression.FLOOR_DIV)) {
            if (!(function.second() instanceof Dim.Constant divisor) || divisor.size() < 2) {
                return Optional.empty();
            }
            long size = divisor.size();
            DimPolynomial scaled =
                    value.plus(DimPolynomial.of(function), -factor).times(constant(size));
            DimPolynomial dividend = DimPolynomial.of(function.first());
            DimPolynomial bound = factor < 0 ? dividend : dividend.plus(constant(size - 1), -1);
            return Optional.of(isNonNegative(scaled.plus(bound, factor), depth));
        }
        DimPolynomial rest = value.plus(DimPolynomial.of(function), -factor);
        List<DimPolynomial> cases = List.of(
                rest.plus(DimPolynomial.of(function.first()), factor),
                rest.plus(DimPolynomial.of(function.second()), factor));
        boolean either = function.name().equals(DimExpression.MAX) == factor > 0;
        return Optional.of(
                either
                        ? cases.stream().anyMatch(each -> isNonNegative(each, depth))
                        : cases.stream().allMatch(each -> isNonNegative(each, depth)));
    }

    private static DimPolynomial constant(long size) {
        return DimPolynomial.of(Dim.of(size));
    }
}
