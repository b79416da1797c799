package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.processor.lower.tile.OpExpansionTable.Expansion;
import io.graphkernel.processor.lower.tile.TileInstructionBuilder.Value;
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
    private static Value asinRest(TileMathBuilder m, Value s, Value y) {
        Value p = m.polynomial(
                y, 0x1.34d10ap-5, 0x1.d51046p-7, 0x1.04d370p-5, 0x1.6ca750p-5, 0x1.3338acp-4, 0x1.55554cp-3);
        return m.times(m.times(p, y), s);
    }

    /** Returns {@code π/2 - (s - (low - tail))}, with the large terms subtracted last. */
    private static Value folded(TileMathBuilder m, Value s, Value tail) {
        return m.minus(m.number(HALF_PI_HIGH), m.minus(s, m.minus(m.number(HALF_PI_LOW), tail)));
    }

    private static Value twice(TileMathBuilder m, Value value) {
        return m.plus(value, value);
    }

    /** A reduced argument, whose arc sine is {@code s + tail}; above 1/2 that is half the arc cosine. */
    private record Reduced(Value isOuter, Value s, Value tail) {

        /** Reduces an argument: s is {@code √((1 - |x|) / 2)} above 1/2, otherwise {@code inner}, which is |x| or x. */
        static Reduced of(TileMathBuilder m, Value a, Value inner) {
            Value isOuter = m.compare(Operation.GREATER, a, m.number(0.5));
            Value half = m.minus(m.number(0.5), m.times(a, m.number(0.5)));
            Value y = m.select(isOuter, half, m.times(a, a));
            Value s = m.select(isOuter, m.sqrt(y), inner);
            return new Reduced(isOuter, s, asinRest(m, s, y));
        }
    }

    /** Computes {@code π/2 - 2 asin(√((1 - |x|) / 2))} above 1/2. */
    private static Value asin(TileMathBuilder m, Value x) {
        Value a = m.abs(x);
        Reduced reduced = Reduced.of(m, a, a);
        Value outer = folded(m, twice(m, reduced.s()), twice(m, reduced.tail()));
        Value inner = m.plus(reduced.s(), reduced.tail());
        return m.withSign(m.select(reduced.isOuter(), outer, inner), x);
    }

    /** Computes {@code π/2 - asin(x)} for |x| ≤ 1/2, otherwise {@code 2 asin(√((1 - |x|) / 2))} or its supplement. */
    private static Value acos(TileMathBuilder m, Value x) {
        Reduced reduced = Reduced.of(m, m.abs(x), x);
        Value inner = folded(m, reduced.s(), reduced.tail());
        Value right = twice(m, m.plus(reduced.s(), reduced.tail()));
        Value outer = m.select(m.compare(Operation.GREATER, x, m.number(0)), right, twice(m, inner));
        return m.select(reduced.isOuter(), outer, inner);
    }

    /** Returns {@code atan(t) - t} for t up to 1. */
    private static Value atanRest(TileMathBuilder m, Value t) {
        Value y = m.times(t, t);
        Value p = m.polynomial(
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
    private static Value atan(TileMathBuilder m, Value x) {
        Value a = m.abs(x);
        Value isOuter = m.compare(Operation.GREATER, a, m.number(1));
        Value t = m.select(isOuter, m.div(m.number(1), a), a);
        Value tail = atanRest(m, t);
        return m.withSign(m.select(isOuter, folded(m, t, tail), m.plus(t, tail)), x);
    }

    /**
     * Adds {@code atan(t)} to or subtracts it from the angle of the nearest axis, where t is the smaller magnitude over
     * the larger. Handles the special cases of IEEE 754.
     */
    private static Value atan2(TileMathBuilder m, Value y, Value x) {
        Value height = m.abs(y);
        Value width = m.abs(x);
        Value isSteep = m.less(width, height);
        Value larger = m.max(height, width);
        Value quotient = m.div(m.min(height, width), larger);
        // Equal magnitudes, including infinities, have the quotient 1; two zeros are on the axis.
        Value known = m.select(m.equal(height, width), m.number(1), quotient);
        Value t = m.select(m.equal(larger, m.number(0)), larger, known);
        Value isLeft = m.less(m.bitsOf(x), m.int32(0));
        Value angle = m.plus(t, atanRest(m, t));
        // The angle decreases with t if it is either steep or to the left, but not both.
        Value turned = m.select(m.xor(isSteep, isLeft), m.negate(angle), angle);
        Value axis = m.select(isLeft, m.number(2 * HALF_PI_HIGH), m.number(0));
        Value low = m.select(isLeft, m.number(2 * HALF_PI_LOW), m.number(0));
        Value nearest = m.select(isSteep, m.number(HALF_PI_HIGH), axis);
        Value nearestLow = m.select(isSteep, m.number(HALF_PI_LOW), low);
        Value result = m.withSign(m.plus(nearest, m.plus(turned, nearestLow)), y);
        Value isNumber = m.and(m.equal(x, x), m.equal(y, y));
        return m.select(isNumber, result, m.plus(x, y));
    }
}
