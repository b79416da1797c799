package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.lower.tile.TileKernel.Operation;

/** Lowering of 64-bit integer arithmetic to pairs of 32-bit integers: a signed high word and an unsigned low word. */
final class Int64Lowering {

    private static final int SIGN = 31;

    private static final int HALF_BITS = 16;

    private static final int HALF = 0xffff;

    private final TileMathBuilder m;

    Int64Lowering(TileMathBuilder m) {
        this.m = m;
    }

    /** Returns all ones if the sign bit is set, otherwise zero. */
    private TileValue sign(TileValue word) {
        return m.shiftRight(word, SIGN);
    }

    TileValue plus(TileValue.Pair a, TileValue.Pair b) {
        TileValue low = m.plus(a.low(), b.low());
        TileValue carry = m.or(m.and(a.low(), b.low()), m.and(m.or(a.low(), b.low()), m.not(low)));
        return m.paired(low, m.minus(m.plus(a.high(), b.high()), sign(carry)), a);
    }

    TileValue minus(TileValue.Pair a, TileValue.Pair b) {
        TileValue low = m.minus(a.low(), b.low());
        TileValue not = m.not(a.low());
        TileValue borrow = m.or(m.and(not, b.low()), m.and(m.or(not, b.low()), low));
        return m.paired(low, m.plus(m.minus(a.high(), b.high()), sign(borrow)), a);
    }

    /** Multiplies 16-bit limbs, whose products fit 32 bits. */
    TileValue times(TileValue.Pair a, TileValue.Pair b) {
        TileValue lowest = m.times(lower(a.low()), lower(b.low()));
        TileValue left = m.times(lower(a.low()), upper(b.low()));
        TileValue right = m.times(upper(a.low()), lower(b.low()));
        TileValue middle = m.plus(m.plus(upper(lowest), lower(left)), lower(right));
        TileValue highest = m.plus(m.times(upper(a.low()), upper(b.low())), m.plus(upper(left), upper(right)));
        TileValue crossed = m.plus(m.times(a.low(), b.high()), m.times(a.high(), b.low()));
        return m.paired(m.times(a.low(), b.low()), m.plus(m.plus(highest, upper(middle)), crossed), a);
    }

    private TileValue lower(TileValue word) {
        return m.and(word, m.int32(HALF));
    }

    private TileValue upper(TileValue word) {
        return m.and(m.shiftRight(word, HALF_BITS), m.int32(HALF));
    }

    TileValue compare(Operation operation, TileValue.Pair a, TileValue.Pair b) {
        return switch (operation) {
            case EQUAL -> m.and(m.equal(a.low(), b.low()), m.equal(a.high(), b.high()));
            case LESS -> less(a, b);
            case GREATER -> less(b, a);
            case LESS_EQUAL -> m.not(less(b, a));
            case GREATER_EQUAL -> m.not(less(a, b));
            default -> m.not(compare(Operation.EQUAL, a, b));
        };
    }

    private TileValue less(TileValue.Pair a, TileValue.Pair b) {
        TileValue isBelow = m.and(m.equal(a.high(), b.high()), m.less(moved(a.low()), moved(b.low())));
        return m.or(m.less(a.high(), b.high()), isBelow);
    }

    /** Biases an unsigned word, so that signed comparison orders it. */
    private TileValue moved(TileValue word) {
        return m.plus(word, m.int32(Integer.MIN_VALUE));
    }

    TileValue select(TileValue mask, TileValue.Pair then, TileValue.Pair otherwise) {
        return m.paired(
                m.select(mask, then.low(), otherwise.low()), m.select(mask, then.high(), otherwise.high()), then);
    }
}
