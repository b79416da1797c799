package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;

/** Integers of 64 bits, which no instruction computes with, as two of 32: a high one, and a low one without a sign. */
final class TilePairs {

    private static final int SIGN = 31;

    private static final int HALF_BITS = 16;

    private static final int HALF = 0xffff;

    private final TileMath m;

    TilePairs(TileMath m) {
        this.m = m;
    }

    /** All bits where the highest one is set, else none. */
    private Value sign(Value word) {
        return m.shiftedRight(word, SIGN);
    }

    Value plus(Value.Pair a, Value.Pair b) {
        Value low = m.plus(a.low(), b.low());
        Value carry = m.or(m.and(a.low(), b.low()), m.and(m.or(a.low(), b.low()), m.not(low)));
        return m.paired(low, m.minus(m.plus(a.high(), b.high()), sign(carry)), a);
    }

    Value minus(Value.Pair a, Value.Pair b) {
        Value low = m.minus(a.low(), b.low());
        Value not = m.not(a.low());
        Value borrow = m.or(m.and(not, b.low()), m.and(m.or(not, b.low()), low));
        return m.paired(low, m.plus(m.minus(a.high(), b.high()), sign(borrow)), a);
    }

    /** Out of products of 16 bits, which have 32. */
    Value times(Value.Pair a, Value.Pair b) {
        Value lowest = m.times(lower(a.low()), lower(b.low()));
        Value left = m.times(lower(a.low()), upper(b.low()));
        Value right = m.times(upper(a.low()), lower(b.low()));
        Value middle = m.plus(m.plus(upper(lowest), lower(left)), lower(right));
        Value highest = m.plus(m.times(upper(a.low()), upper(b.low())), m.plus(upper(left), upper(right)));
        Value crossed = m.plus(m.times(a.low(), b.high()), m.times(a.high(), b.low()));
        return m.paired(m.times(a.low(), b.low()), m.plus(m.plus(highest, upper(middle)), crossed), a);
    }

    private Value lower(Value word) {
        return m.and(word, m.whole(HALF));
    }

    private Value upper(Value word) {
        return m.and(m.shiftedRight(word, HALF_BITS), m.whole(HALF));
    }

    Value compare(Operation operation, Value.Pair a, Value.Pair b) {
        return switch (operation) {
            case EQUAL -> m.and(m.equal(a.low(), b.low()), m.equal(a.high(), b.high()));
            case LESS -> less(a, b);
            case GREATER -> less(b, a);
            case LESS_EQUAL -> m.not(less(b, a));
            case GREATER_EQUAL -> m.not(less(a, b));
            default -> m.not(compare(Operation.EQUAL, a, b));
        };
    }

    private Value less(Value.Pair a, Value.Pair b) {
        Value isBelow = m.and(m.equal(a.high(), b.high()), m.less(moved(a.low()), moved(b.low())));
        return m.or(m.less(a.high(), b.high()), isBelow);
    }

    /** What has a sign, in the order of what has none. */
    private Value moved(Value word) {
        return m.plus(word, m.whole(Integer.MIN_VALUE));
    }

    Value select(Value mask, Value.Pair then, Value.Pair otherwise) {
        return m.paired(
                m.select(mask, then.low(), otherwise.low()), m.select(mask, then.high(), otherwise.high()), then);
    }
}
