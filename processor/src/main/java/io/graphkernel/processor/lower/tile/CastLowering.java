package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.tile.TileInstructionBuilder.Value;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.Optional;

/** Lowering of casts. Floats are truncated to integers, and saturate if out of range. */
final class CastLowering {

    private final TileMathBuilder m;
    private final Value value;
    private final DataType from;
    private final DataType to;

    private CastLowering(TileMathBuilder m, Value value, DataType from, DataType to) {
        this.m = m;
        this.value = value;
        this.from = from;
        this.to = to;
    }

    /**
     * Returns a value, cast to another dtype, in its compute dtype; empty if the chip has no instructions for the cast.
     */
    static Optional<Value> converted(
            TileInstructionBuilder values, Value value, DataType from, DataType to, Origin origin) {
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

    private Value converted() {
        if (to == DataType.BOOL) {
            boolean isWord = from == DataType.I32 || PositionLowering.isPosition(value);
            Value number = from == DataType.I64 && !isWord ? m.toFloat(value) : value;
            Value zero = isWord ? m.int32(0) : m.number(0);
            return m.compare(Operation.NOT_EQUAL, number, zero);
        }
        if (from == DataType.BOOL) {
            return ofMask();
        }
        return to.isFloating() ? toFloat() : toInteger();
    }

    private Value ofMask() {
        if (TileKernel.computed(to) == DataType.F32) {
            return m.select(value, m.number(1), m.number(0));
        }
        // A 64-bit result fits 32 bits, as positions do.
        return m.select(value, m.int32(1), m.int32(0));
    }

    private Value toFloat() {
        boolean isFloat = TileKernel.computed(from) == DataType.F32;
        Value wide = isFloat ? value : to == DataType.BF16 ? oddFloat() : m.toFloat(value);
        // Every float represents all 8-bit integers exactly.
        return to.isHalf() && from.byteSize() > 1 ? m.convert(Operation.CONVERT, wide, to) : wide;
    }

    /**
     * Returns a float between an integer and zero, rounded to odd, so that rounding it to a shorter float equals
     * rounding the integer.
     */
    private Value oddFloat() {
        Value below = m.convert(Operation.TRUNCATE, value, DataType.F32);
        Value isExact = m.equal(m.convert(Operation.TRUNCATE, below, DataType.I32), value);
        Value odd = m.fromBits(m.or(m.bitsOf(below), m.int32(1)));
        return m.select(isExact, below, odd);
    }

    private Value toInteger() {
        if (from == DataType.I32 || from == DataType.I64) {
            return ofInteger();
        }
        Value number = from.isFloating() ? m.select(m.equal(value, value), value, m.number(0)) : value;
        if (to.byteSize() > 1) {
            return m.convert(Operation.TRUNCATE, number, from.byteSize() == 1 ? DataType.I32 : to);
        }
        Value fitting = Int8Lowering.saturated(m, number, to);
        return from.isFloating() ? m.round(Operation.ROUND_TO_ZERO, fitting) : fitting;
    }

    private Value ofInteger() {
        if (to == DataType.I64) {
            return m.convert(Operation.CONVERT, value, to);
        }
        Value word = from == DataType.I64 && !PositionLowering.isPosition(value)
                ? m.convert(Operation.CONVERT, value, DataType.I32)
                : value;
        if (to == DataType.I32) {
            return word;
        }
        int min = to == DataType.I8 ? -128 : 0;
        Value fitting = m.min(m.max(word, m.int32(min)), m.int32(min + 255));
        return m.toFloat(fitting);
    }
}
