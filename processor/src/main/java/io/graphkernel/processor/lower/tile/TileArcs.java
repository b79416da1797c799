package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.processor.lower.tile.TileExpansions.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import java.util.Map;

/** The inverse trigonometric functions, with the polynomials of the native ones, {@code gk_math_arc.h}. */
final class TileArcs {

    /** The first part of π/2. */
    private static final double HALF_PI_HIGH = 0x1.921fb6p+0;

    private static final double HALF_PI_LOW = -0x1.777a5cp-25;

    static final Map<String, Expansion> ALL = Map.ofEntries(
            entry("asin", (m, x) -> asin(m, x[0])),
            entry("acos", (m, x) -> acos(m, x[0])),
            entry("atan", (m, x) -> atan(m, x[0])),
            entry("atan2", (m, x) -> atan2(m, x[0], x[1])));

    private TileArcs() {}

    /** {@code asin(s) - s} for the square y of s, at most 1/4. */
    private static Value asinRest(TileMath m, Value s, Value y) {
        Value p = m.polynomial(
                y, 0x1.34d10ap-5, 0x1.d51046p-7, 0x1.04d370p-5, 0x1.6ca750p-5, 0x1.3338acp-4, 0x1.55554cp-3);
        return m.times(m.times(p, y), s);
    }

    /** {@code π/2 - (s - (low - rest))}, of which the large parts are subtracted last. */
    private static Value folded(TileMath m, Value s, Value rest) {
        return m.minus(m.number(HALF_PI_HIGH), m.minus(s, m.minus(m.number(HALF_PI_LOW), rest)));
    }

    private static Value twice(TileMath m, Value value) {
        return m.plus(value, value);
    }

    /** A number whose arc sine is {@code s + rest}, or above 1/2 half the arc cosine. */
    private record Reduced(Value isOuter, Value s, Value rest) {

        /** Above 1/2 s is {@code √((1 - |x|) / 2)}, else it is {@code inner}, which is |x| or x. */
        static Reduced of(TileMath m, Value a, Value inner) {
            Value isOuter = m.compare(Operation.GREATER, a, m.number(0.5));
            Value half = m.minus(m.number(0.5), m.times(a, m.number(0.5)));
            Value y = m.select(isOuter, half, m.times(a, a));
            Value s = m.select(isOuter, m.root(y), inner);
            return new Reduced(isOuter, s, asinRest(m, s, y));
        }
    }

    /** Above 1/2 it is {@code π/2 - 2 asin(√((1 - |x|) / 2))}. */
    private static Value asin(TileMath m, Value x) {
        Value a = m.magnitude(x);
        Reduced reduced = Reduced.of(m, a, a);
        Value outer = folded(m, twice(m, reduced.s()), twice(m, reduced.rest()));
        Value inner = m.plus(reduced.s(), reduced.rest());
        return m.withSign(m.select(reduced.isOuter(), outer, inner), x);
    }

    /** {@code π/2 - asin(x)} for |x| ≤ 1/2, else {@code 2 asin(√((1 - |x|) / 2))} or π less that. */
    private static Value acos(TileMath m, Value x) {
        Reduced reduced = Reduced.of(m, m.magnitude(x), x);
        Value inner = folded(m, reduced.s(), reduced.rest());
        Value right = twice(m, m.plus(reduced.s(), reduced.rest()));
        Value outer = m.select(m.compare(Operation.GREATER, x, m.number(0)), right, twice(m, inner));
        return m.select(reduced.isOuter(), outer, inner);
    }

    /** {@code atan(t) - t} for t up to 1. */
    private static Value atanRest(TileMath m, Value t) {
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

    /** Above 1 it is {@code π/2 - atan(1 / |x|)}. */
    private static Value atan(TileMath m, Value x) {
        Value a = m.magnitude(x);
        Value isOuter = m.compare(Operation.GREATER, a, m.number(1));
        Value t = m.select(isOuter, m.over(m.number(1), a), a);
        Value rest = atanRest(m, t);
        return m.withSign(m.select(isOuter, folded(m, t, rest), m.plus(t, rest)), x);
    }

    /**
     * The angle of the nearest axis, a multiple of π/2, plus or minus {@code atan(t)}, where t is the smaller magnitude over the
     * larger; with the special cases of IEEE 754.
     */
    private static Value atan2(TileMath m, Value y, Value x) {
        Value height = m.magnitude(y);
        Value width = m.magnitude(x);
        Value isSteep = m.less(width, height);
        Value larger = m.larger(height, width);
        Value quotient = m.over(m.smaller(height, width), larger);
        // Equal operands have the quotient 1, infinite ones too; both zero lie on the axis.
        Value known = m.select(m.equal(height, width), m.number(1), quotient);
        Value t = m.select(m.equal(larger, m.number(0)), larger, known);
        Value isLeft = m.less(m.bits(x), m.whole(0));
        Value angle = m.plus(t, atanRest(m, t));
        // Steep or to the left, but not both, the angle shrinks as t grows.
        Value turned = m.select(m.exclusiveOr(isSteep, isLeft), m.negative(angle), angle);
        Value axis = m.select(isLeft, m.number(2 * HALF_PI_HIGH), m.number(0));
        Value low = m.select(isLeft, m.number(2 * HALF_PI_LOW), m.number(0));
        Value nearest = m.select(isSteep, m.number(HALF_PI_HIGH), axis);
        Value nearestLow = m.select(isSteep, m.number(HALF_PI_LOW), low);
        Value result = m.withSign(m.plus(nearest, m.plus(turned, nearestLow)), y);
        Value isNumber = m.and(m.equal(x, x), m.equal(y, y));
        return m.select(isNumber, result, m.plus(x, y));
    }
}
