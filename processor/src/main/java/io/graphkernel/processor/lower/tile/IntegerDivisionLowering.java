package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.lower.tile.OpExpansionTable.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.Map;

/** Lowering of integer division and remainder. */
final class IntegerDivisionLowering {

    /** Expansions for 32-bit and 64-bit integers. */
    static final Map<String, Expansion> OF_WORDS = Map.ofEntries(
            entry("div", (m, x) -> new Division(m, x[0], x[1]).truncated().quotient()),
            entry("mod", (m, x) -> new Division(m, x[0], x[1]).truncated().remainder()),
            entry("floorDiv", (m, x) -> new Division(m, x[0], x[1]).floored().quotient()),
            entry("floorMod", (m, x) -> new Division(m, x[0], x[1]).floored().remainder()));

    /** Expansions for floats. */
    static final Map<String, Expansion> OF_FLOATS = Map.of("floorDiv", (m, x) -> floorDiv(m, x[0], x[1]));

    private IntegerDivisionLowering() {}

    /** An integer quotient with its remainder. */
    private record QuotientAndRemainder(TileValue quotient, TileValue remainder) {}

    /**
     * An integer division by way of floats.
     *
     * <p>A float quotient has at least 20 correct bits, and so has each correction. Their sum is off by at most one,
     * and the remainder is little more than half of the divisor. Intermediate results may wrap around.
     */
    private static final class Division {

        /** Bytes of the quotient per correction step. */
        private static final int QUOTIENT_BYTES_PER_STEP = 2;

        private final TileMathBuilder m;
        private final TileValue x;
        private final TileValue y;
        private final DataType dtype;
        private final TileValue divisor;
        private final TileValue quotient;
        private final TileValue remainder;

        Division(TileMathBuilder m, TileValue x, TileValue y) {
            this.m = m;
            this.x = x;
            this.y = y;
            this.dtype = PositionLowering.isWord(x) && PositionLowering.isWord(y) ? DataType.I32 : DataType.I64;
            this.divisor = m.toFloat(y);
            TileValue sum = asInteger(m.div(m.toFloat(x), divisor));
            TileValue left = m.minus(x, m.times(sum, y));
            for (int i = 1; i < dtype.byteSize() / QUOTIENT_BYTES_PER_STEP; i++) {
                TileValue next = asInteger(m.div(m.toFloat(left), divisor));
                sum = m.plus(sum, next);
                left = m.minus(left, m.times(next, y));
            }
            this.quotient = sum;
            this.remainder = left;
        }

        private TileValue asInteger(TileValue number) {
            return m.convert(Operation.CONVERT, number, dtype);
        }

        /** Returns a remainder with the sign of the dividend. */
        QuotientAndRemainder truncated() {
            TileValue dividend = m.toFloat(x);
            TileValue sign = m.min(m.max(m.times(dividend, divisor), m.number(-1)), m.number(1));
            return corrected(dividend, sign);
        }

        /** Returns a remainder with the sign of the divisor. */
        QuotientAndRemainder floored() {
            return corrected(divisor, m.number(1));
        }

        /** Adjusts the quotient by one if the remainder has the wrong sign. */
        private QuotientAndRemainder corrected(TileValue signed, TileValue by) {
            TileValue isOpposite = m.less(m.times(m.toFloat(remainder), signed), m.number(0));
            TileValue change = asInteger(m.select(isOpposite, by, m.number(0)));
            TileValue corrected = m.minus(quotient, change);
            return new QuotientAndRemainder(unlessZero(corrected), unlessZero(m.plus(remainder, m.times(change, y))));
        }

        private TileValue unlessZero(TileValue value) {
            return m.select(m.equal(y, m.integer(0, dtype)), m.integer(0, dtype), value);
        }
    }

    /**
     * Computes the largest integer not above the exact quotient; from 2^24 on the rounded quotient is an integer.
     *
     * <p>If rounding reaches an integer from below, the remainder has the opposite sign of the divisor.
     */
    private static TileValue floorDiv(TileMathBuilder m, TileValue a, TileValue b) {
        TileValue quotient = m.div(a, b);
        TileValue floor = m.round(Operation.ROUND_DOWN, quotient);
        TileValue product = m.times(quotient, b);
        TileValue exact = m.minus(m.minus(a, product), m.productError(quotient, b, product));
        // The remainder of an infinite divisor is the dividend.
        TileValue remainder = m.select(m.equal(quotient, m.number(0)), a, exact);
        TileValue turned = m.select(m.less(b, m.number(0)), m.negate(remainder), remainder);
        TileValue isReached = m.and(
                m.and(m.equal(floor, quotient), m.less(turned, m.number(0))),
                m.compare(Operation.LESS_EQUAL, m.abs(quotient), m.number(0x1p24)));
        return m.select(isReached, m.minus(floor, m.number(1)), floor);
    }
}
