package io.graphkernel.graph;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Non-negativity analysis of dims by the bounds of their functions. {@code c · floorDiv(a, c)} is between {@code a - c
 * + 1} and {@code a}. A minimum is at most each of its arguments, and a maximum at least each.
 */
final class DimBounds {

    /** Maximum number of functions replaced in sequence, nested or in one sum. */
    private static final int DEPTH = 6;

    private DimBounds() {}

    /**
     * Returns true if the value is known to be nonnegative; false means unknown. Sums of quotients are scaled until a
     * factor overflows.
     */
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
        for (Map.Entry<DimAtom, Long> function : value.soleFunctions().entrySet()) {
            Optional<Boolean> known = byBounds(value, function.getKey(), function.getValue(), depth - 1);
            if (known.isPresent()) {
                return known.get();
            }
        }
        return false;
    }

    /**
     * Returns the relation with a function replaced by its bounds, if that decides it; empty if nothing is known about
     * the function.
     */
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
        DimPolynomial remainder = value.plus(DimPolynomial.of(function), -factor);
        List<DimPolynomial> cases = List.of(
                remainder.plus(DimPolynomial.of(function.first()), factor),
                remainder.plus(DimPolynomial.of(function.second()), factor));
        boolean either = function.name().equals(DimExpression.MAX) == factor > 0;
        return Optional.of(
                either
                        ? cases.stream().anyMatch(bound -> isNonNegative(bound, depth))
                        : cases.stream().allMatch(bound -> isNonNegative(bound, depth)));
    }

    private static DimPolynomial constant(long size) {
        return DimPolynomial.of(Dim.of(size));
    }
}
