package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.tile.TileExpansions.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import java.util.Map;

/**
 * Powers of integers of up to 32 bits, by squaring: a step for each bit that an exponent may have. A negative exponent gives the
 * reciprocal, rounded towards zero, and 0 of 0.
 */
final class TileWholePowers {

    static final Map<String, Expansion> OF_WORDS =
            Map.of("pow", (m, x) -> new TileWholePowers(m, Integer.SIZE - 1).power(x[0], x[1]));

    /** Their bits are the lowest ones of a power of integers of 32 bits. */
    static Map<String, Expansion> ofBytes(DType dtype) {
        int bits = dtype == DType.I8 ? Byte.SIZE - 1 : Byte.SIZE;
        return Map.of("pow", (m, x) -> {
            Value base = m.converted(Operation.TRUNCATE, x[0], DType.I32);
            Value power = new TileWholePowers(m, bits).power(base, m.converted(Operation.TRUNCATE, x[1], DType.I32));
            return TileBytes.wrapped(m, m.floating(m.and(power, m.whole(LOWEST))), dtype);
        });
    }

    private static final int LOWEST = 0xff;

    private final TileMath m;
    private final int bits;

    private TileWholePowers(TileMath m, int bits) {
        this.m = m;
        this.bits = bits;
    }

    private Value power(Value x, Value y) {
        Value isNegative = m.less(y, m.whole(0));
        Value isOdd = m.equal(m.and(y, m.whole(1)), m.whole(1));
        // Of 1 and -1 the exponent may have any sign.
        Value isUnit = m.equal(m.times(x, x), m.whole(1));
        isUnit = m.and(isUnit, m.equal(m.larger(m.smaller(x, m.whole(1)), m.whole(-1)), x));
        Value result = m.select(isOdd, x, m.whole(1));
        Value reciprocal = m.select(isUnit, result, m.whole(0));
        Value square = x;
        for (int bit = 1; bit < bits; bit++) {
            square = m.times(square, square);
            Value isSet = m.equal(m.and(m.shiftedRight(y, bit), m.whole(1)), m.whole(1));
            result = m.select(isSet, m.times(result, square), result);
        }
        return m.select(isNegative, reciprocal, result);
    }
}
