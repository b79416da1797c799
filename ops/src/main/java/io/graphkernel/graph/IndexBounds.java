package io.graphkernel.graph;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Bounds of dims over all iterations of a loop. */
final class IndexBounds {

    /** Change of a dim from one iteration to the next. */
    private enum Direction {
        NONE,
        GROWS,
        SHRINKS,
        UNKNOWN;

        Direction reversed() {
            return switch (this) {
                case GROWS -> SHRINKS;
                case SHRINKS -> GROWS;
                default -> this;
            };
        }

        /** Returns the direction of a sum, a minimum or a maximum. */
        Direction with(Direction other) {
            if (this == NONE || this == other) {
                return other;
            }
            return other == NONE ? this : UNKNOWN;
        }
    }

    private final String index;
    private final Dim trips;

    /**
     * Creates the bounds of a loop.
     *
     * @param index symbol of the index
     * @param trips number of iterations
     */
    IndexBounds(String index, Dim trips) {
        this.index = index;
        this.trips = trips;
    }

    /**
     * Returns a bound of a dim. It is the value of an iteration if the dim grows or shrinks throughout, and else that of a
     * remainder of a division by a constant, or of the operands of a minimum or maximum.
     *
     * @param dim dim of the body
     * @param isLower true for a lower bound
     * @return the bound, without the index; empty if none is known
     */
    Optional<Dim> bound(Dim dim, boolean isLower) {
        DimPolynomial value = DimPolynomial.of(dim);
        Direction direction = direction(value);
        if (direction != Direction.UNKNOWN) {
            boolean isFirst = direction == Direction.GROWS == isLower;
            return Optional.of(dim.substitute(Map.of(index, isFirst ? Dim.ZERO : trips.minus(Dim.ONE))));
        }
        for (Map.Entry<DimAtom, Long> function : value.soleFunctions().entrySet()) {
            Optional<Dim> bound = ofRemainder(dim, function.getKey(), function.getValue(), isLower);
            if (bound.isEmpty()) {
                bound = ofChoice(dim, function.getKey(), function.getValue(), isLower);
            }
            if (bound.isPresent()) {
                return bound;
            }
        }
        return Optional.empty();
    }

    /** Returns the bound of a dim that contains a multiple of a minimum or maximum, from the bounds for both operands. */
    private Optional<Dim> ofChoice(Dim dim, DimAtom choice, long factor, boolean isLower) {
        boolean isMax = choice.name().equals(DimExpression.MAX);
        boolean isChoice = isMax || choice.name().equals(DimExpression.MIN);
        if (!isChoice || !choice.symbols().contains(index)) {
            return Optional.empty();
        }
        Dim others = dim.minus(DimPolynomial.of(choice).toDim().times(Dim.of(factor)));
        Optional<Dim> first = bound(others.plus(choice.first().times(Dim.of(factor))), isLower);
        Optional<Dim> second = bound(others.plus(choice.second().times(Dim.of(factor))), isLower);
        return first.isEmpty() || second.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        isMax == factor > 0
                                ? first.get().max(second.get())
                                : first.get().min(second.get()));
    }

    /** Returns the bound of a dim that contains a multiple of {@code a - divisor * floorDiv(a, divisor)}. */
    private Optional<Dim> ofRemainder(Dim dim, DimAtom quotient, long factor, boolean isLower) {
        boolean isRemainder = quotient.name().equals(DimExpression.FLOOR_DIV)
                && quotient.symbols().contains(index)
                && quotient.second() instanceof Dim.Constant divisor
                && divisor.size() > 0
                && factor % divisor.size() == 0;
        if (!isRemainder) {
            return Optional.empty();
        }
        long divisor = ((Dim.Constant) quotient.second()).size();
        Dim multiple = Dim.of(-factor / divisor);
        Dim others = dim.minus(quotient.first().times(multiple))
                .minus(DimPolynomial.of(quotient).toDim().times(Dim.of(factor)));
        Dim remainder = factor < 0 == isLower ? Dim.ZERO : maxRemainder(quotient.first(), divisor);
        boolean isSmaller =
                DimPolynomial.of(others).length() < DimPolynomial.of(dim).length();
        return isSmaller
                ? bound(others, isLower).map(bound -> bound.plus(multiple.times(remainder)))
                : Optional.empty();
    }

    /** Returns an upper bound of a remainder, which is at most a dividend that is not negative. */
    private Dim maxRemainder(Dim dividend, long divisor) {
        Dim max = Dim.of(divisor - 1);
        boolean isNonNegative = bound(dividend, true).filter(Dim::isNonNegative).isPresent();
        return isNonNegative ? bound(dividend, false).map(max::min).orElse(max) : max;
    }

    private Direction direction(DimPolynomial value) {
        Direction direction = Direction.NONE;
        for (Map.Entry<List<DimAtom>, Long> term : value.terms().entrySet()) {
            Direction ofTerm = direction(term.getKey());
            direction = direction.with(term.getValue() < 0 ? ofTerm.reversed() : ofTerm);
        }
        return direction;
    }

    /** Returns the direction of a product: that of its only factor with the index, if no other one is negative. */
    private Direction direction(List<DimAtom> product) {
        Direction direction = Direction.NONE;
        boolean isPositive = true;
        for (DimAtom factor : product) {
            Direction ofFactor = direction(factor);
            if (ofFactor == Direction.NONE) {
                isPositive &= factor.isNonNegative();
            } else if (direction != Direction.NONE) {
                return Direction.UNKNOWN;
            } else {
                direction = ofFactor;
            }
        }
        return direction == Direction.NONE || isPositive ? direction : Direction.UNKNOWN;
    }

    private Direction direction(DimAtom atom) {
        if (!atom.symbols().contains(index)) {
            return Direction.NONE;
        }
        if (atom.isSymbol()) {
            return Direction.GROWS;
        }
        Direction first = direction(DimPolynomial.of(atom.first()));
        Direction second = direction(DimPolynomial.of(atom.second()));
        if (!atom.name().equals(DimExpression.FLOOR_DIV)) {
            return first.with(second);
        }
        boolean isFixed = second == Direction.NONE && atom.second().isNonNegative();
        return isFixed ? first : Direction.UNKNOWN;
    }
}
