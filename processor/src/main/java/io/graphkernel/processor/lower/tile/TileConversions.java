package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import java.util.Optional;

/** Values in other dtypes: floats become integers by truncation, and what does not fit becomes the nearest one that does. */
final class TileConversions {

    private final TileMath m;
    private final Value value;
    private final DType from;
    private final DType to;

    private TileConversions(TileMath m, Value value, DType from, DType to) {
        this.m = m;
        this.value = value;
        this.from = from;
        this.to = to;
    }

    /** The value as it is computed with in another dtype; empty if the chip has no way. */
    static Optional<Value> converted(TileValues values, Value value, DType from, DType to, Origin origin) {
        TileConversions conversion = new TileConversions(new TileMath(values, origin), value, from, to);
        return conversion.exists() ? Optional.of(from == to ? value : conversion.converted()) : Optional.empty();
    }

    /** Nothing is converted to or from {@code f64}, and by way of {@code f32} an integer of 64 bits would be rounded twice. */
    private boolean exists() {
        boolean isRoundedTwice = from == DType.I64 && to == DType.BF16 && !TilePositions.isPosition(value);
        return from == to || from != DType.F64 && to != DType.F64 && !isRoundedTwice;
    }

    private Value converted() {
        if (to == DType.BOOL) {
            boolean isWord = from == DType.I32 || TilePositions.isPosition(value);
            Value number = from == DType.I64 && !isWord ? m.floating(value) : value;
            Value zero = isWord ? m.whole(0) : m.number(0);
            return m.compare(Operation.NOT_EQUAL, number, zero);
        }
        if (from == DType.BOOL) {
            return ofMask();
        }
        return to.isFloating() ? toFloat() : toInteger();
    }

    private Value ofMask() {
        if (TileKernel.computed(to) == DType.F32) {
            return m.select(value, m.number(1), m.number(0));
        }
        // Of 64 bits it is one that fits into 32, as positions are.
        return m.select(value, m.whole(1), m.whole(0));
    }

    private Value toFloat() {
        boolean isFloat = TileKernel.computed(from) == DType.F32;
        Value wide = isFloat ? value : to == DType.BF16 ? oddFloat() : m.floating(value);
        // All integers of 8 bits are values of every float.
        return to.isHalf() && from.byteSize() > 1 ? m.converted(Operation.CONVERT, wide, to) : wide;
    }

    /**
     * A float between an integer and zero, the last digit of which says that it is not the integer itself: a float of less digits
     * is rounded from it as it is from the integer.
     */
    private Value oddFloat() {
        Value below = m.converted(Operation.TRUNCATE, value, DType.F32);
        Value isExact = m.equal(m.converted(Operation.TRUNCATE, below, DType.I32), value);
        Value odd = m.ofBits(m.or(m.bits(below), m.whole(1)));
        return m.select(isExact, below, odd);
    }

    private Value toInteger() {
        if (from == DType.I32 || from == DType.I64) {
            return ofInteger();
        }
        Value number = from.isFloating() ? m.select(m.equal(value, value), value, m.number(0)) : value;
        if (to.byteSize() > 1) {
            return m.converted(Operation.TRUNCATE, number, from.byteSize() == 1 ? DType.I32 : to);
        }
        Value fitting = TileBytes.saturated(m, number, to);
        return from.isFloating() ? m.rounded(Operation.ROUND_TO_ZERO, fitting) : fitting;
    }

    private Value ofInteger() {
        if (to == DType.I64) {
            return m.converted(Operation.CONVERT, value, to);
        }
        Value word = from == DType.I64 && !TilePositions.isPosition(value)
                ? m.converted(Operation.CONVERT, value, DType.I32)
                : value;
        if (to == DType.I32) {
            return word;
        }
        int least = to == DType.I8 ? -128 : 0;
        Value fitting = m.smaller(m.larger(word, m.whole(least)), m.whole(least + 255));
        return m.floating(fitting);
    }
}
