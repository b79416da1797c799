package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.processor.lower.tile.TileExpansions.Expansion;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import java.util.Map;

/**
 * Random numbers without a state, the same bits as the native ones, {@code gk_math_random.h}: words of Philox4x32-10 of an index and
 * two seeds, which a loop of instructions makes.
 */
final class TileRandom {

    static final Map<String, Expansion> ALL = Map.ofEntries(
            entry("philoxUniform", (m, x) -> new TileRandom(m, x).uniform()),
            entry("philoxNormal", (m, x) -> new TileRandom(m, x).normal()));

    private final TileMath m;
    private final Value[] operands;

    private TileRandom(TileMath m, Value... operands) {
        this.m = m;
        this.operands = operands;
    }

    private Value word(int number) {
        return m.random(number, operands);
    }

    /** A word without its lowest bits, for which zeros come in. */
    private Value unsigned(Value word, int bits) {
        return m.and(m.shiftedRight(word, bits), m.whole(-1 >>> bits));
    }

    /** A multiple of 2⁻²⁴ in [0, 1): the upper 24 bits of the first word. */
    private Value uniform() {
        return m.times(m.floating(unsigned(word(0), 8)), m.number(0x1p-24));
    }

    /** By the method of Box and Muller: the first word gives the radius, the second the angle in quarter turns. */
    private Value normal() {
        Value uniform = m.plus(m.times(m.floating(unsigned(word(0), 1)), m.number(0x1p-31)), m.number(0x1p-32));
        Value radius = m.root(m.times(m.logarithm(uniform), m.number(-2)));
        Value second = word(1);
        Value angle = m.times(m.floating(m.times(second, m.whole(4))), m.number(0x1.921fb6p+0 * 0x1p-32));
        return m.times(radius, new TileTrigonometry(m, angle, unsigned(second, 30)).sine(1));
    }
}
