package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.Optional;

/** Lowering of casts. Floats are truncated to integers, and saturate if out of range. */
final class CastLowering {

    private final TileMathBuilder m;
    private final TileValue value;
    private final DataType from;
    private final DataType to;

    private CastLowering(TileMathBuilder m, TileValue value, DataType from, DataType to) {
        this.m = m;
        this.value = value;
        this.from = from;
        this.to = to;
    }

    /**
     * Returns a value, cast to another dtype, in its compute dtype; empty if the chip has no instructions for the cast.
     */
    static Optional<TileValue> converted(
            TileInstructionBuilder values, TileValue value, DataType from, DataType to, Origin origin) {
        CastLowering conversion = new CastLowering(new TileMathBuilder(values, origin), value, from, to);
        return conversion.exists() ? Optional.of(from == to ? value : conversion.converted()) : Optional.empty();
    }

    /**
     * Casts to and from {@code f64} are unsupported, and a 64-bit integer cannot be cast by way of {@code f32}, which
     * would round twice.
     */
    private boolean exists() {
        boolean isRoundedTwice = from == DataType.I64 && to == DataType.BF16 && !PositionLowering.isPosition(value);
        return from == to || from != DataType.F64 && to != DataType.F64 && !isRoundedTwice;
    }

    private TileValue converted() {
        if (to == DataType.BOOL) {
            boolean isWord = from == DataType.I32 || PositionLowering.isPosition(value);
            TileValue number = from == DataType.I64 && !isWord ? m.toFloat(value) : value;
            TileValue zero = isWord ? m.int32(0) : m.number(0);
            return m.compare(Operation.NOT_EQUAL, number, zero);
        }
        if (from == DataType.BOOL) {
            return ofMask();
        }
        return to.isFloating() ? toFloat() : toInteger();
    }

    private TileValue ofMask() {
        if (TileKernel.computed(to) == DataType.F32) {
            return m.select(value, m.number(1), m.number(0));
        }
        // A 64-bit result fits 32 bits, as positions do.
        return m.select(value, m.int32(1), m.int32(0));
    }

    private TileValue toFloat() {
        boolean isFloat = TileKernel.computed(from) == DataType.F32;
        TileValue wide = isFloat ? value : to == DataType.BF16 ? oddFloat() : m.toFloat(value);
        // Every float represents all 8-bit integers exactly.
        return to.isHalf() && from.byteSize() > 1 ? m.convert(Operation.CONVERT, wide, to) : wide;
    }

    /**
     * Returns a float between an integer and zero, rounded to odd, so that rounding it to a shorter float equals
     * rounding the integer.
     */
    private TileValue oddFloat() {
        TileValue below = m.convert(Operation.TRUNCATE, value, DataType.F32);
        TileValue isExact = m.equal(m.convert(Operation.TRUNCATE, below, DataType.I32), value);
        TileValue odd = m.fromBits(m.or(m.bitsOf(below), m.int32(1)));
        return m.select(isExact, below, odd);
    }

    private TileValue toInteger() {
        if (from == DataType.I32 || from == DataType.I64) {
            return ofInteger();
        }
        TileValue number = from.isFloating() ? m.select(m.equal(value, value), value, m.number(0)) : value;
        if (to.byteSize() > 1) {
            return m.convert(Operation.TRUNCATE, number, from.byteSize() == 1 ? DataType.I32 : to);
        }
        TileValue fitting = Int8Lowering.saturated(m, number, to);
        return from.isFloating() ? m.round(Operation.ROUND_TO_ZERO, fitting) : fitting;
    }

    private TileValue ofInteger() {
        if (to == DataType.I64) {
            return m.convert(Operation.CONVERT, value, to);
        }
        TileValue word = from == DataType.I64 && !PositionLowering.isPosition(value)
                ? m.convert(Operation.CONVERT, value, DataType.I32)
                : value;
        if (to == DataType.I32) {
            return word;
        }
        int min = to == DataType.I8 ? -128 : 0;
        TileValue fitting = m.min(m.max(word, m.int32(min)), m.int32(min + 255));
        return m.toFloat(fitting);
    }
}
