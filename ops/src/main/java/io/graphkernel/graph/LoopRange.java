package io.graphkernel.graph;

import java.util.Map;
import java.util.Optional;

/**
 * Range of a loop's index, over which dims and conditions of the body are evaluated.
 *
 * @param index symbol of the index, which begins at 0
 * @param trips number of iterations
 */
public record LoopRange(String index, Dim trips) {

    /**
     * Returns a condition of the body as one condition for all iterations.
     *
     * <p>A condition whose sides grow or shrink linearly with the index holds in all iterations if it holds in the first
     * or the last one. One with quotients and remainders of the index holds if it holds for their bounds.
     *
     * @param condition condition of the body
     * @return the condition on the sizes of a call, without the index; empty if no bound is known
     */
    public Optional<DimCondition> overAllIterations(DimCondition condition) {
        Dim difference = condition.left().minus(condition.right());
        if (!difference.symbols().contains(index)) {
            return Optional.of(condition);
        }
        Optional<Dim> slope = slope(difference);
        boolean atLeast = condition.relation() == DimCondition.Relation.AT_LEAST;
        boolean ordered = atLeast || condition.relation() == DimCondition.Relation.AT_MOST;
        if (!ordered) {
            return Optional.empty();
        }
        if (slope.isEmpty()) {
            return new IndexBounds(index, trips).bound(difference, atLeast).map(bound -> overBound(condition, bound));
        }
        boolean grows = slope.get().isNonNegative();
        boolean shrinks = Dim.ZERO.minus(slope.get()).isNonNegative();
        if (!grows && !shrinks) {
            return Optional.empty();
        }
        Dim bound = grows == atLeast ? Dim.ZERO : trips.minus(Dim.ONE);
        return Optional.of(new DimCondition(
                at(condition.left(), bound),
                condition.relation(),
                at(condition.right(), bound),
                condition.reason(),
                condition.origin()));
    }

    private DimCondition overBound(DimCondition condition, Dim bound) {
        boolean isFixed = !condition.right().symbols().contains(index);
        Dim right = isFixed ? condition.right() : Dim.ZERO;
        return new DimCondition(bound.plus(right), condition.relation(), right, condition.reason(), condition.origin());
    }

    /**
     * Returns an upper bound of a size in all iterations.
     *
     * @param size size of the body, which is not negative in any iteration
     * @return the bound without the index, 0 or more; the size itself if no bound is known
     */
    public Dim max(Dim size) {
        if (!size.symbols().contains(index)) {
            return size;
        }
        return new IndexBounds(index, trips)
                .bound(size, false)
                .map(bound -> bound.isNonNegative() ? bound : bound.max(Dim.ZERO))
                .orElse(size);
    }

    /**
     * Returns the growth of a dim per iteration.
     *
     * @param dim dim of the body
     * @return zero if the dim is the same in all iterations; empty if it is not linear in the index
     */
    public Optional<Dim> slope(Dim dim) {
        Dim first = at(dim, Dim.ZERO);
        Dim slope = at(dim, Dim.ONE).minus(first);
        boolean linear = dim.equals(first.plus(slope.times(new Dim.Symbol(index))));
        return linear ? Optional.of(slope) : Optional.empty();
    }

    /**
     * Returns a dim of the body in the first iteration.
     *
     * @param dim dim of the body
     * @return the dim without the index
     */
    public Dim first(Dim dim) {
        return at(dim, Dim.ZERO);
    }

    private Dim at(Dim dim, Dim iteration) {
        return dim.substitute(Map.of(index, iteration));
    }
}
