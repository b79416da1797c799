package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.tile.TileExpansions.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import java.util.Map;

/** Whole quotients, and what they leave. */
final class TileQuotients {

    /** Of integers of 32 and of 64 bits. */
    static final Map<String, Expansion> OF_WORDS = Map.ofEntries(
            entry("div", (m, x) -> new Division(m, x[0], x[1]).truncated().quotient()),
            entry("mod", (m, x) -> new Division(m, x[0], x[1]).truncated().rest()),
            entry("floorDiv", (m, x) -> new Division(m, x[0], x[1]).floored().quotient()),
            entry("floorMod", (m, x) -> new Division(m, x[0], x[1]).floored().rest()));

    /** Of floats. */
    static final Map<String, Expansion> OF_FLOATS = Map.of("floorDiv", (m, x) -> floorDiv(m, x[0], x[1]));

    private TileQuotients() {}

    /** An integer quotient, and what it leaves of the dividend. */
    private record Whole(Value quotient, Value rest) {}

    /**
     * A division of integers. The quotient of floats has 20 right bits at least, and so have those of what it leaves: together they
     * are the nearest integer, or next to it, and what they leave is little more than half of the divisor. Sums and products wrap
     * around on the way and back.
     */
    private static final class Division {

        /** A step gives so many bytes of a quotient. */
        private static final int HALF_BYTES = 2;

        private final TileMath m;
        private final Value x;
        private final Value y;
        private final DType dtype;
        private final Value divisor;
        private final Value quotient;
        private final Value rest;

        Division(TileMath m, Value x, Value y) {
            this.m = m;
            this.x = x;
            this.y = y;
            this.dtype = TilePositions.isWord(x) && TilePositions.isWord(y) ? DType.I32 : DType.I64;
            this.divisor = m.floating(y);
            Value sum = asInteger(m.over(m.floating(x), divisor));
            Value left = m.minus(x, m.times(sum, y));
            for (int i = 1; i < dtype.byteSize() / HALF_BYTES; i++) {
                Value next = asInteger(m.over(m.floating(left), divisor));
                sum = m.plus(sum, next);
                left = m.minus(left, m.times(next, y));
            }
            this.quotient = sum;
            this.rest = left;
        }

        private Value asInteger(Value number) {
            return m.converted(Operation.CONVERT, number, dtype);
        }

        /** What is left has the sign of the dividend. */
        Whole truncated() {
            Value dividend = m.floating(x);
            Value sign = m.smaller(m.larger(m.times(dividend, divisor), m.number(-1)), m.number(1));
            return corrected(dividend, sign);
        }

        /** What is left has the sign of the divisor. */
        Whole floored() {
            return corrected(divisor, m.number(1));
        }

        /** Takes one from the quotient, or adds one, where what is left has the other sign. */
        private Whole corrected(Value signed, Value by) {
            Value isOpposite = m.less(m.times(m.floating(rest), signed), m.number(0));
            Value change = asInteger(m.select(isOpposite, by, m.number(0)));
            Value corrected = m.minus(quotient, change);
            return new Whole(unlessZero(corrected), unlessZero(m.plus(rest, m.times(change, y))));
        }

        private Value unlessZero(Value value) {
            return m.select(m.equal(y, m.integer(0, dtype)), m.integer(0, dtype), value);
        }
    }

    /**
     * The largest integer not above the exact quotient; from 2^24 on the rounded quotient, which is an integer. Rounding reaches
     * an integer from below, and never passes one: then the rest has the other sign than the divisor.
     */
    private static Value floorDiv(TileMath m, Value a, Value b) {
        Value quotient = m.over(a, b);
        Value whole = m.rounded(Operation.ROUND_DOWN, quotient);
        Value product = m.times(quotient, b);
        Value exact = m.minus(m.minus(a, product), m.lostOfProduct(quotient, b, product));
        // An infinite divisor leaves the dividend.
        Value rest = m.select(m.equal(quotient, m.number(0)), a, exact);
        Value turned = m.select(m.less(b, m.number(0)), m.negative(rest), rest);
        Value isReached = m.and(
                m.and(m.equal(whole, quotient), m.less(turned, m.number(0))),
                m.compare(Operation.LESS_EQUAL, m.magnitude(quotient), m.number(0x1p24)));
        return m.select(isReached, m.minus(whole, m.number(1)), whole);
    }
}
