package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.processor.lower.tile.OpExpansionTable.Expansion;
import java.util.Map;

/**
 * Lowering of counter-based random numbers, bit-identical to {@code gk_math_random.h}: words of Philox4x32-10 for an
 * index and two seeds.
 */
final class PhiloxLowering {

    static final Map<String, Expansion> ALL = Map.ofEntries(
            entry("philoxUniform", (m, x) -> new PhiloxLowering(m, x).uniform()),
            entry("philoxNormal", (m, x) -> new PhiloxLowering(m, x).normal()));

    private final TileMathBuilder m;
    private final TileValue[] operands;

    private PhiloxLowering(TileMathBuilder m, TileValue... operands) {
        this.m = m;
        this.operands = operands;
    }

    private TileValue word(int number) {
        return m.random(number, operands);
    }

    /** Returns a word, logically shifted to the right. */
    private TileValue unsigned(TileValue word, int bits) {
        return m.and(m.shiftRight(word, bits), m.int32(-1 >>> bits));
    }

    /** Returns a multiple of 2⁻²⁴ in [0, 1), from the upper 24 bits of the first word. */
    private TileValue uniform() {
        return m.times(m.toFloat(unsigned(word(0), 8)), m.number(0x1p-24));
    }

    /**
     * Applies the Box-Muller transform: the first word determines the radius, the second one the angle in quarter
     * turns.
     */
    private TileValue normal() {
        TileValue uniform = m.plus(m.times(m.toFloat(unsigned(word(0), 1)), m.number(0x1p-31)), m.number(0x1p-32));
        TileValue radius = m.sqrt(m.times(m.log(uniform), m.number(-2)));
        TileValue second = word(1);
        TileValue angle = m.times(m.toFloat(m.times(second, m.int32(4))), m.number(0x1.921fb6p+0 * 0x1p-32));
        return m.times(radius, new TrigLowering(m, angle, unsigned(second, 30)).sine(1));
    }
}
