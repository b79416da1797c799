package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.processor.lower.tile.OpExpansionTable.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.Map;

/** Lowering of inverse trigonometric functions, with the polynomials of {@code gk_math_arc.h}. */
final class InverseTrigLowering {

    /** The high part of π/2. */
    private static final double HALF_PI_HIGH = 0x1.921fb6p+0;

    private static final double HALF_PI_LOW = -0x1.777a5cp-25;

    static final Map<String, Expansion> ALL = Map.ofEntries(
            entry("asin", (m, x) -> asin(m, x[0])),
            entry("acos", (m, x) -> acos(m, x[0])),
            entry("atan", (m, x) -> atan(m, x[0])),
            entry("atan2", (m, x) -> atan2(m, x[0], x[1])));

    private InverseTrigLowering() {}

    /** Returns {@code asin(s) - s} for y = s², at most 1/4. */
    private static TileValue asinRest(TileMathBuilder m, TileValue s, TileValue y) {
        TileValue p = m.polynomial(
                y, 0x1.34d10ap-5, 0x1.d51046p-7, 0x1.04d370p-5, 0x1.6ca750p-5, 0x1.3338acp-4, 0x1.55554cp-3);
        return m.times(m.times(p, y), s);
    }

    /** Returns {@code π/2 - (s - (low - tail))}, with the large terms subtracted last. */
    private static TileValue folded(TileMathBuilder m, TileValue s, TileValue tail) {
        return m.minus(m.number(HALF_PI_HIGH), m.minus(s, m.minus(m.number(HALF_PI_LOW), tail)));
    }

    private static TileValue twice(TileMathBuilder m, TileValue value) {
        return m.plus(value, value);
    }

    /** A reduced argument, whose arc sine is {@code s + tail}; above 1/2 that is half the arc cosine. */
    private record Reduced(TileValue isOuter, TileValue s, TileValue tail) {

        /** Reduces an argument: s is {@code √((1 - |x|) / 2)} above 1/2, otherwise {@code inner}, which is |x| or x. */
        static Reduced of(TileMathBuilder m, TileValue a, TileValue inner) {
            TileValue isOuter = m.compare(Operation.GREATER, a, m.number(0.5));
            TileValue half = m.minus(m.number(0.5), m.times(a, m.number(0.5)));
            TileValue y = m.select(isOuter, half, m.times(a, a));
            TileValue s = m.select(isOuter, m.sqrt(y), inner);
            return new Reduced(isOuter, s, asinRest(m, s, y));
        }
    }

    /** Computes {@code π/2 - 2 asin(√((1 - |x|) / 2))} above 1/2. */
    private static TileValue asin(TileMathBuilder m, TileValue x) {
        TileValue a = m.abs(x);
        Reduced reduced = Reduced.of(m, a, a);
        TileValue outer = folded(m, twice(m, reduced.s()), twice(m, reduced.tail()));
        TileValue inner = m.plus(reduced.s(), reduced.tail());
        return m.withSign(m.select(reduced.isOuter(), outer, inner), x);
    }

    /** Computes {@code π/2 - asin(x)} for |x| ≤ 1/2, otherwise {@code 2 asin(√((1 - |x|) / 2))} or its supplement. */
    private static TileValue acos(TileMathBuilder m, TileValue x) {
        Reduced reduced = Reduced.of(m, m.abs(x), x);
        TileValue inner = folded(m, reduced.s(), reduced.tail());
        TileValue right = twice(m, m.plus(reduced.s(), reduced.tail()));
        TileValue outer = m.select(m.compare(Operation.GREATER, x, m.number(0)), right, twice(m, inner));
        return m.select(reduced.isOuter(), outer, inner);
    }

    /** Returns {@code atan(t) - t} for t up to 1. */
    private static TileValue atanRest(TileMathBuilder m, TileValue t) {
        TileValue y = m.times(t, t);
        TileValue p = m.polynomial(
                y,
                -0x1.d3551ep-10,
                0x1.64231ap-7,
                -0x1.fd7d34p-6,
                0x1.da29dcp-5,
                -0x1.580918p-4,
                0x1.c08c4ep-4,
                -0x1.242086p-3,
                0x1.9991e4p-3,
                -0x1.55553ep-2);
        return m.times(m.times(p, y), t);
    }

    /** Computes {@code π/2 - atan(1 / |x|)} above 1. */
    private static TileValue atan(TileMathBuilder m, TileValue x) {
        TileValue a = m.abs(x);
        TileValue isOuter = m.compare(Operation.GREATER, a, m.number(1));
        TileValue t = m.select(isOuter, m.div(m.number(1), a), a);
        TileValue tail = atanRest(m, t);
        return m.withSign(m.select(isOuter, folded(m, t, tail), m.plus(t, tail)), x);
    }

    /**
     * Adds {@code atan(t)} to or subtracts it from the angle of the nearest axis, where t is the smaller magnitude over
     * the larger. Handles the special cases of IEEE 754.
     */
    private static TileValue atan2(TileMathBuilder m, TileValue y, TileValue x) {
        TileValue height = m.abs(y);
        TileValue width = m.abs(x);
        TileValue isSteep = m.less(width, height);
        TileValue larger = m.max(height, width);
        TileValue quotient = m.div(m.min(height, width), larger);
        // Equal magnitudes, including infinities, have the quotient 1; two zeros are on the axis.
        TileValue known = m.select(m.equal(height, width), m.number(1), quotient);
        TileValue t = m.select(m.equal(larger, m.number(0)), larger, known);
        TileValue isLeft = m.less(m.bitsOf(x), m.int32(0));
        TileValue angle = m.plus(t, atanRest(m, t));
        // The angle decreases with t if it is either steep or to the left, but not both.
        TileValue turned = m.select(m.xor(isSteep, isLeft), m.negate(angle), angle);
        TileValue axis = m.select(isLeft, m.number(2 * HALF_PI_HIGH), m.number(0));
        TileValue low = m.select(isLeft, m.number(2 * HALF_PI_LOW), m.number(0));
        TileValue nearest = m.select(isSteep, m.number(HALF_PI_HIGH), axis);
        TileValue nearestLow = m.select(isSteep, m.number(HALF_PI_LOW), low);
        TileValue result = m.withSign(m.plus(nearest, m.plus(turned, nearestLow)), y);
        TileValue isNumber = m.and(m.equal(x, x), m.equal(y, y));
        return m.select(isNumber, result, m.plus(x, y));
    }
}
