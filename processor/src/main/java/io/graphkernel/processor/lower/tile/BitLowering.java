package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.OpExpansionTable.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Lowering of ops on bits. The chip shifts 32-bit integers to the right by a constant; a shift by a variable distance
 * selects between the shifts by powers of two.
 */
final class BitLowering {

    /** Expansions for 32-bit integers. */
    static final Map<String, Expansion> OF_WORDS = Map.ofEntries(
            entry("bitwiseAnd", (m, x) -> m.and(x[0], x[1])),
            entry("bitwiseOr", (m, x) -> m.or(x[0], x[1])),
            entry("bitwiseXor", (m, x) -> m.xor(x[0], x[1])),
            entry("bitwiseNot", (m, x) -> m.not(x[0])),
            entry("leftShift", shift(Integer.SIZE, BitLowering::left)),
            entry("rightShift", shift(Integer.SIZE, BitLowering::right)),
            entry("unsignedRightShift", shift(Integer.SIZE, BitLowering::unsignedRight)),
            entry("bitCount", (m, x) -> bitCount(m, x[0])));

    /** Expansions for 64-bit integers, which are pairs of words. */
    static final Map<String, Expansion> OF_LONGS = Map.ofEntries(
            entry("bitwiseAnd", ofHalves(OF_WORDS.get("bitwiseAnd"))),
            entry("bitwiseOr", ofHalves(OF_WORDS.get("bitwiseOr"))),
            entry("bitwiseXor", ofHalves(OF_WORDS.get("bitwiseXor"))),
            entry("bitwiseNot", ofHalves(OF_WORDS.get("bitwiseNot"))),
            entry("leftShift", shift(Long.SIZE, BitLowering::leftPair)),
            entry("rightShift", shift(Long.SIZE, BitLowering::rightPair)),
            entry("unsignedRightShift", shift(Long.SIZE, BitLowering::unsignedRightPair)),
            entry("bitCount", (m, x) -> {
                TileValue.Pair pair = m.pair(x[0]);
                return m.paired(m.plus(bitCount(m, pair.low()), bitCount(m, pair.high())), m.int32(0), pair);
            }));

    private static final int BYTE_MASK = 0xff;

    private BitLowering() {}

    /** Returns the value of a dtype with the bits of another; empty if the chip has no instruction for the dtypes. */
    static Optional<TileValue> bitcast(TileMathBuilder m, TileValue x, DataType from, DataType to) {
        if (from == DataType.F32 && to == DataType.I32) {
            return Optional.of(m.bitsOf(x));
        }
        return from == DataType.I32 && to == DataType.F32 ? Optional.of(m.fromBits(x)) : Optional.empty();
    }

    /** Shift of a value by a constant distance from 1 to the width less 1. */
    private interface Shift {
        TileValue by(TileMathBuilder m, TileValue x, int distance);
    }

    /** Returns the expansions for 8-bit integers, which compute with words. */
    static Map<String, Expansion> ofBytes(DataType dtype) {
        Map<String, Expansion> words = new HashMap<>(OF_WORDS);
        words.keySet().retainAll(Set.of("bitwiseAnd", "bitwiseOr", "bitwiseXor", "bitwiseNot"));
        words.put("leftShift", shift(Byte.SIZE, BitLowering::left));
        words.put("rightShift", shift(Byte.SIZE, BitLowering::right));
        words.put("bitCount", (m, x) -> bitCount(m, m.and(x[0], m.int32(BYTE_MASK))));
        Map<String, Expansion> expansions = new HashMap<>();
        words.forEach((name, expansion) -> expansions.put(name, (m, x) -> {
            TileValue[] operands = new TileValue[x.length];
            for (int i = 0; i < x.length; i++) {
                operands[i] = constant(x[i]).isPresent()
                        ? m.int32(constant(x[i]).getAsInt())
                        : m.convert(Operation.TRUNCATE, x[i], DataType.I32);
            }
            TileValue bits = m.and(expansion.expand(m, operands), m.int32(BYTE_MASK));
            return Int8Lowering.wrapped(m, m.toFloat(bits), dtype);
        }));
        return Map.copyOf(expansions);
    }

    private static Expansion ofHalves(Expansion ofWords) {
        return (m, x) -> {
            TileValue.Pair first = m.pair(x[0]);
            TileValue[] low = new TileValue[x.length];
            TileValue[] high = new TileValue[x.length];
            for (int i = 0; i < x.length; i++) {
                low[i] = m.pair(x[i]).low();
                high[i] = m.pair(x[i]).high();
            }
            return m.paired(ofWords.expand(m, low), ofWords.expand(m, high), first);
        };
    }

    /** Returns the shift by the low bits of the second operand. */
    private static Expansion shift(int width, Shift shift) {
        return (m, x) -> {
            boolean isWide = width == Long.SIZE;
            OptionalInt constant = constant(x[1]);
            if (constant.isPresent()) {
                int distance = constant.getAsInt() & width - 1;
                return distance == 0 ? x[0] : shift.by(m, x[0], distance);
            }
            TileValue distance = isWide ? m.pair(x[1]).low() : x[1];
            TileValue result = isWide ? m.pair(x[0]) : x[0];
            for (int bit = 1; bit < width; bit += bit) {
                TileValue isSet = m.equal(m.and(distance, m.int32(bit)), m.int32(bit));
                result = m.select(isSet, shift.by(m, result, bit), result);
            }
            return result;
        };
    }

    /** Returns the low word of a constant; empty for another value. */
    private static OptionalInt constant(TileValue value) {
        return value instanceof TileValue.Number number && number.number() instanceof Expression.ScalarConstant constant
                ? OptionalInt.of((int) constant.node().attributes().number().longValue())
                : OptionalInt.empty();
    }

    private static TileValue left(TileMathBuilder m, TileValue word, int distance) {
        return m.times(word, m.int32(1 << distance));
    }

    private static TileValue right(TileMathBuilder m, TileValue word, int distance) {
        return m.shiftRight(word, distance);
    }

    private static TileValue unsignedRight(TileMathBuilder m, TileValue word, int distance) {
        return m.and(m.shiftRight(word, distance), m.int32(-1 >>> distance));
    }

    private static TileValue leftPair(TileMathBuilder m, TileValue value, int distance) {
        TileValue.Pair x = m.pair(value);
        int beyond = distance - Integer.SIZE;
        if (beyond >= 0) {
            return m.paired(m.int32(0), beyond == 0 ? x.low() : left(m, x.low(), beyond), x);
        }
        TileValue carried = unsignedRight(m, x.low(), -beyond);
        return m.paired(left(m, x.low(), distance), m.or(left(m, x.high(), distance), carried), x);
    }

    private static TileValue rightPair(TileMathBuilder m, TileValue value, int distance) {
        TileValue.Pair x = m.pair(value);
        int beyond = distance - Integer.SIZE;
        TileValue high = right(m, x.high(), beyond >= 0 ? Integer.SIZE - 1 : distance);
        return beyond >= 0
                ? m.paired(beyond == 0 ? x.high() : right(m, x.high(), beyond), high, x)
                : m.paired(lowOfRight(m, x, distance), high, x);
    }

    private static TileValue unsignedRightPair(TileMathBuilder m, TileValue value, int distance) {
        TileValue.Pair x = m.pair(value);
        int beyond = distance - Integer.SIZE;
        return beyond >= 0
                ? m.paired(beyond == 0 ? x.high() : unsignedRight(m, x.high(), beyond), m.int32(0), x)
                : m.paired(lowOfRight(m, x, distance), unsignedRight(m, x.high(), distance), x);
    }

    /** Returns the low word of a shift to the right by less than a word. */
    private static TileValue lowOfRight(TileMathBuilder m, TileValue.Pair x, int distance) {
        return m.or(
                /* left= */ unsignedRight(m, x.low(), distance),
                /* right= */ left(m, x.high(), Integer.SIZE - distance));
    }

    /** Counts the bits of pairs, of groups of four and of bytes; the product adds the bytes in the highest one. */
    private static TileValue bitCount(TileMathBuilder m, TileValue word) {
        TileValue pairs = m.minus(word, m.and(m.shiftRight(word, 1), m.int32(0x55555555)));
        TileValue fours = m.plus(m.and(pairs, m.int32(0x33333333)), m.and(m.shiftRight(pairs, 2), m.int32(0x33333333)));
        TileValue bytes = m.and(m.plus(fours, m.shiftRight(fours, 4)), m.int32(0x0f0f0f0f));
        return m.shiftRight(m.times(bytes, m.int32(0x01010101)), Integer.SIZE - Byte.SIZE);
    }
}
