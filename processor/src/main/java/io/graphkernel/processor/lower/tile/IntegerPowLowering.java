package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.lower.tile.OpExpansionTable.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.Map;

/**
 * Lowering of powers of integers up to 32 bits by repeated squaring, one step per bit of the exponent. A negative
 * exponent yields the reciprocal, rounded toward zero; the reciprocal of 0 is 0.
 */
final class IntegerPowLowering {

    static final Map<String, Expansion> OF_WORDS =
            Map.of("pow", (m, x) -> new IntegerPowLowering(m, Integer.SIZE - 1).power(x[0], x[1]));

    /** Returns the expansion for 8-bit integers, which truncates 32-bit powers. */
    static Map<String, Expansion> ofBytes(DataType dtype) {
        int bits = dtype == DataType.I8 ? Byte.SIZE - 1 : Byte.SIZE;
        return Map.of("pow", (m, x) -> {
            TileValue base = m.convert(Operation.TRUNCATE, x[0], DataType.I32);
            TileValue power =
                    new IntegerPowLowering(m, bits).power(base, m.convert(Operation.TRUNCATE, x[1], DataType.I32));
            return Int8Lowering.wrapped(m, m.toFloat(m.and(power, m.int32(LOWEST))), dtype);
        });
    }

    private static final int LOWEST = 0xff;

    private final TileMathBuilder m;
    private final int bits;

    private IntegerPowLowering(TileMathBuilder m, int bits) {
        this.m = m;
        this.bits = bits;
    }

    private TileValue power(TileValue x, TileValue y) {
        TileValue isNegative = m.less(y, m.int32(0));
        TileValue isOdd = m.equal(m.and(y, m.int32(1)), m.int32(1));
        // A negative exponent is valid if the base is 1 or -1.
        TileValue isUnit = m.equal(m.times(x, x), m.int32(1));
        isUnit = m.and(isUnit, m.equal(m.max(m.min(x, m.int32(1)), m.int32(-1)), x));
        TileValue result = m.select(isOdd, x, m.int32(1));
        TileValue reciprocal = m.select(isUnit, result, m.int32(0));
        TileValue square = x;
        for (int bit = 1; bit < bits; bit++) {
            square = m.times(square, square);
            TileValue isSet = m.equal(m.and(m.shiftRight(y, bit), m.int32(1)), m.int32(1));
            result = m.select(isSet, m.times(result, square), result);
        }
        return m.select(isNegative, reciprocal, result);
    }
}
