package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.lower.tile.OpExpansionTable.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.HashMap;
import java.util.Map;

/**
 * Lowering of 8-bit integer arithmetic to floats, which represent sums and products exactly; results wrap around modulo
 * 256.
 */
final class Int8Lowering {

    private static final Map<String, Expansion> EXACT = Map.ofEntries(
            entry("+", (m, x) -> m.plus(x[0], x[1])),
            entry("-", (m, x) -> m.minus(x[0], x[1])),
            entry("*", (m, x) -> m.times(x[0], x[1])),
            entry("neg", (m, x) -> m.negate(x[0])),
            entry("abs", (m, x) -> m.abs(x[0])),
            entry("square", (m, x) -> m.times(x[0], x[0])),
            entry("cube", (m, x) -> m.times(m.times(x[0], x[0]), x[0])),
            entry("div", (m, x) -> unlessZero(m, x[1], quotient(m, Operation.ROUND_TO_ZERO, x[0], x[1]))),
            entry("floorDiv", (m, x) -> unlessZero(m, x[1], quotient(m, Operation.ROUND_DOWN, x[0], x[1]))),
            entry("mod", (m, x) -> unlessZero(m, x[1], remainder(m, Operation.ROUND_TO_ZERO, x[0], x[1]))),
            entry("floorMod", (m, x) -> unlessZero(m, x[1], remainder(m, Operation.ROUND_DOWN, x[0], x[1]))));

    /** Expansions of {@code i8} ops that differ from those of floats. */
    static final Map<String, Expansion> OF_SIGNED = wrapping(0.5);

    /** Expansions of {@code u8} ops that differ from those of floats. */
    static final Map<String, Expansion> OF_UNSIGNED = wrapping(0);

    private Int8Lowering() {}

    private static Map<String, Expansion> wrapping(double half) {
        Map<String, Expansion> expansions = new HashMap<>();
        EXACT.forEach((name, exact) -> expansions.put(name, (m, x) -> wrapped(m, exact.expand(m, x), half)));
        expansions.put("sign", (m, x) -> m.max(m.min(x[0], m.number(1)), m.number(-1)));
        return Map.copyOf(expansions);
    }

    /**
     * Wraps a value around modulo 256.
     *
     * @param half 0.5 for a signed result, 0 for an unsigned one
     */
    private static TileValue wrapped(TileMathBuilder m, TileValue value, double half) {
        TileValue turns = m.times(value, m.number(1.0 / 256));
        TileValue moved = half == 0 ? turns : m.plus(turns, m.number(half));
        return m.plus(m.times(m.round(Operation.ROUND_DOWN, moved), m.number(-256)), value);
    }

    /** Wraps an integral float around to an 8-bit integer. */
    static TileValue wrapped(TileMathBuilder m, TileValue value, DataType dtype) {
        return wrapped(m, value, dtype == DataType.I8 ? 0.5 : 0);
    }

    /** Returns a rounded quotient. An offset of half a unit makes it robust against rounding errors. */
    private static TileValue quotient(TileMathBuilder m, Operation rounding, TileValue x, TileValue y) {
        TileValue towards = rounding == Operation.ROUND_DOWN ? y : x;
        TileValue half = m.max(m.min(towards, m.number(0.5)), m.number(-0.5));
        return m.round(rounding, m.div(m.plus(x, half), y));
    }

    private static TileValue remainder(TileMathBuilder m, Operation rounding, TileValue x, TileValue y) {
        return m.minus(x, m.times(quotient(m, rounding, x, y), y));
    }

    private static TileValue unlessZero(TileMathBuilder m, TileValue divisor, TileValue value) {
        return m.select(m.equal(divisor, m.number(0)), m.number(0), value);
    }

    /** Saturates a value to the range of an 8-bit integer. */
    static TileValue saturated(TileMathBuilder m, TileValue value, DataType dtype) {
        double min = dtype == DataType.I8 ? -128 : 0;
        return m.min(m.max(value, m.number(min)), m.number(min + 255));
    }
}
