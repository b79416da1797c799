package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.tile.TileExpansions.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import java.util.HashMap;
import java.util.Map;

/**
 * Integers of 8 bits, which no instruction computes with: floats hold them, their sums and their products exactly, and wrap around
 * by what a multiple of 256 leaves.
 */
final class TileBytes {

    private static final Map<String, Expansion> QUOTIENTS = Map.ofEntries(
            entry("+", (m, x) -> m.plus(x[0], x[1])),
            entry("-", (m, x) -> m.minus(x[0], x[1])),
            entry("*", (m, x) -> m.times(x[0], x[1])),
            entry("neg", (m, x) -> m.negative(x[0])),
            entry("abs", (m, x) -> m.magnitude(x[0])),
            entry("square", (m, x) -> m.times(x[0], x[0])),
            entry("cube", (m, x) -> m.times(m.times(x[0], x[0]), x[0])),
            entry("div", (m, x) -> unlessZero(m, x[1], quotient(m, Operation.ROUND_TO_ZERO, x[0], x[1]))),
            entry("floorDiv", (m, x) -> unlessZero(m, x[1], quotient(m, Operation.ROUND_DOWN, x[0], x[1]))),
            entry("mod", (m, x) -> unlessZero(m, x[1], rest(m, Operation.ROUND_TO_ZERO, x[0], x[1]))),
            entry("floorMod", (m, x) -> unlessZero(m, x[1], rest(m, Operation.ROUND_DOWN, x[0], x[1]))));

    /** The ops of {@code i8} that differ from those of floats. */
    static final Map<String, Expansion> OF_SIGNED = wrapping(0.5);

    /** The ops of {@code u8} that differ from those of floats. */
    static final Map<String, Expansion> OF_UNSIGNED = wrapping(0);

    private TileBytes() {}

    private static Map<String, Expansion> wrapping(double half) {
        Map<String, Expansion> all = new HashMap<>();
        QUOTIENTS.forEach((name, exact) -> all.put(name, (m, x) -> wrapped(m, exact.expand(m, x), half)));
        all.put("sign", (m, x) -> m.larger(m.smaller(x[0], m.number(1)), m.number(-1)));
        return Map.copyOf(all);
    }

    /**
     * Without the multiples of 256.
     *
     * @param half 0.5 if the result is from -128 on, 0 if it is from 0 on
     */
    private static Value wrapped(TileMath m, Value value, double half) {
        Value turns = m.times(value, m.number(1.0 / 256));
        Value moved = half == 0 ? turns : m.plus(turns, m.number(half));
        return m.plus(m.times(m.rounded(Operation.ROUND_DOWN, moved), m.number(-256)), value);
    }

    /** A float that is a whole number as an integer of 8 bits. */
    static Value wrapped(TileMath m, Value value, DType dtype) {
        return wrapped(m, value, dtype == DType.I8 ? 0.5 : 0);
    }

    /** Half a unit keeps the quotient apart from the integers, however it is rounded. */
    private static Value quotient(TileMath m, Operation rounding, Value x, Value y) {
        Value towards = rounding == Operation.ROUND_DOWN ? y : x;
        Value half = m.larger(m.smaller(towards, m.number(0.5)), m.number(-0.5));
        return m.rounded(rounding, m.over(m.plus(x, half), y));
    }

    private static Value rest(TileMath m, Operation rounding, Value x, Value y) {
        return m.minus(x, m.times(quotient(m, rounding, x, y), y));
    }

    private static Value unlessZero(TileMath m, Value divisor, Value value) {
        return m.select(m.equal(divisor, m.number(0)), m.number(0), value);
    }

    /** The bounds of an integer of 8 bits. */
    static Value saturated(TileMath m, Value value, DType dtype) {
        double least = dtype == DType.I8 ? -128 : 0;
        return m.smaller(m.larger(value, m.number(least)), m.number(least + 255));
    }
}
