package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.lower.tile.OpExpansionTable.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Lowering of sine, cosine and tangent, with the polynomials of {@code gk_math_trig.h}.
 *
 * <p>Arguments are reduced by the Payne-Hanek algorithm in 16-bit limbs: only those bits of 2/π are multiplied whose
 * products are not multiples of 4.
 */
final class TrigLowering {

    static final Map<String, Expansion> ALL = Map.ofEntries(
            entry("sin", (m, x) -> m.reduced(x[0]).sine(0)),
            entry("cos", (m, x) -> m.reduced(x[0]).sine(1)),
            entry("tan", (m, x) -> m.reduced(x[0]).tangent()));

    /** Fractional bits of 2/π, after 32 zeros for the integer part. */
    private static final int[] TWO_OVER_PI = {
        0, 0, 0xa2f9, 0x836e, 0x4e44, 0x1529, 0xfc27, 0x57d1, 0xf534, 0xddc0, 0xdb62, 0x9599, 0x3c43, 0x9041, 0xfe51,
        0x63ab
    };

    /** Number of limbs of an argument, and of the limbs of 2/π that it is multiplied by. */
    private static final int ARGUMENT_LIMBS = 3;

    private static final int WINDOW_LIMBS = 7;

    /** Maximum index of the first limb. */
    private static final int MAX_FIRST_LIMB = 8;

    /** Number of limbs of the product that are kept: a quadrant has 62 bits. */
    private static final int PRODUCT_LIMBS = 4;

    private static final int LIMB_BITS = 16;

    private static final int LIMB_MASK = 0xffff;

    private static final int FRACTION = 0x007fffff;

    private static final int FRACTION_BITS = 23;

    /** Exponent from which 2/π is read from its first bit. */
    private static final int FIRST_EXPONENT = 120;

    private final TileMathBuilder m;
    private final TileValue x;
    private final TileValue angle;
    private final TileValue low;
    private final TileValue quadrant;

    /** Reduces an argument to a quadrant and an angle of at most π/4 with its rounding error. */
    TrigLowering(TileMathBuilder m, TileValue x) {
        this.m = m;
        this.x = x;
        List<TileValue> columns = reducedModulo4(m.and(m.bitsOf(x), m.int32(Integer.MAX_VALUE)));
        TileValue high = m.plus(m.times(columns.get(3), m.int32(1 << LIMB_BITS)), columns.get(2));
        TileValue nearest = m.and(m.shiftRight(m.plus(high, m.int32(1 << 29)), 30), m.int32(3));
        TileValue left = m.minus(high, m.times(nearest, m.int32(1 << 30)));

        TileValue first = m.times(m.toFloat(m.shiftRight(left, LIMB_BITS)), m.number(0x1p-14));
        TileValue second = m.times(m.toFloat(lower(left)), m.number(0x1p-30));
        TileValue sum = m.plus(first, second);
        TileValue lost = m.minus(second, m.minus(sum, first));
        TileValue last = m.plus(
                m.times(m.toFloat(columns.get(1)), m.number(0x1p-46)),
                m.times(m.toFloat(columns.get(0)), m.number(0x1p-62)));
        TileValue tail = m.plus(lost, last);
        TileValue turn = m.plus(sum, tail);
        TileValue ofTurn = m.minus(tail, m.minus(turn, sum));
        TileValue halfPi = m.number(0x1.921fb6p+0);
        TileValue product = m.times(turn, halfPi);
        TileValue ofProduct = m.plus(
                m.productError(turn, halfPi, product),
                m.plus(m.times(turn, m.number(-0x1.777a5cp-25)), m.times(ofTurn, halfPi)));

        TileValue sign = m.withSign(m.number(1), x);
        TileValue isSmall = m.less(m.abs(x), m.number(0x1.921fb6p-1));
        this.angle = m.select(isSmall, x, m.times(product, sign));
        this.low = m.select(m.not(isSmall), m.times(ofProduct, sign), m.number(0));
        TileValue signed = m.select(m.not(isSmall), m.times(m.toFloat(nearest), sign), m.number(0));
        this.quadrant = m.convert(Operation.TRUNCATE, signed, DataType.I32);
    }

    /**
     * Creates a reduced argument.
     *
     * @param angle an angle of at most π/4
     * @param quadrant number of quarter turns before it
     */
    TrigLowering(TileMathBuilder m, TileValue angle, TileValue quadrant) {
        this.m = m;
        this.x = angle;
        this.angle = angle;
        this.low = m.number(0);
        this.quadrant = quadrant;
    }

    private TileValue lower(TileValue word) {
        return m.and(word, m.int32(LIMB_MASK));
    }

    private TileValue upper(TileValue word) {
        return lower(m.shiftRight(word, LIMB_BITS));
    }

    /** Returns a magnitude times 2/π modulo 4, in 16-bit limbs, lowest first; the highest limb holds the quadrant. */
    private List<TileValue> reducedModulo4(TileValue bits) {
        TileValue position = m.max(m.plus(m.shiftRight(bits, FRACTION_BITS), m.int32(-FIRST_EXPONENT)), m.int32(0));
        TileValue begin = m.shiftRight(position, 4);
        TileValue moved = m.toFloat(m.and(position, m.int32(LIMB_BITS - 1)));
        TileValue mantissa = m.toFloat(m.or(m.and(bits, m.int32(FRACTION)), m.int32(FRACTION + 1)));
        List<TileValue> limbs = limbs(m.times(mantissa, m.powerOfTwo(moved)));
        List<TileValue> digits = digits(begin, m.times(moved, m.number(0)));
        TileValue[] columns = new TileValue[PRODUCT_LIMBS];
        for (int i = 0; i < ARGUMENT_LIMBS; i++) {
            for (int j = i; j < WINDOW_LIMBS && j - i <= PRODUCT_LIMBS; j++) {
                TileValue product = m.times(limbs.get(i), digits.get(j));
                int column = PRODUCT_LIMBS - 1 - (j - i);
                if (column >= 0) {
                    add(columns, column, lower(product));
                }
                if (column + 1 < PRODUCT_LIMBS) {
                    add(columns, column + 1, upper(product));
                }
            }
        }
        List<TileValue> turns = new ArrayList<>();
        for (int i = 0; i < PRODUCT_LIMBS; i++) {
            turns.add(lower(columns[i]));
            if (i + 1 < PRODUCT_LIMBS) {
                add(columns, i + 1, m.shiftRight(columns[i], LIMB_BITS));
            }
        }
        return turns;
    }

    private void add(TileValue[] columns, int column, TileValue value) {
        columns[column] = columns[column] == null ? value : m.plus(columns[column], value);
    }

    /** Splits an integral float of up to 48 bits into limbs, lowest first. */
    private List<TileValue> limbs(TileValue mantissa) {
        List<TileValue> limbs = new ArrayList<>();
        TileValue tail = mantissa;
        for (int i = ARGUMENT_LIMBS - 1; i >= 0; i--) {
            double unit = Math.scalb(1.0, i * LIMB_BITS);
            TileValue limb = m.round(Operation.ROUND_DOWN, m.times(tail, m.number(1 / unit)));
            tail = m.minus(tail, m.times(limb, m.number(unit)));
            limbs.add(0, m.convert(Operation.TRUNCATE, limb, DataType.I32));
        }
        return limbs;
    }

    /** Returns limbs of 2/π from an index on. */
    private List<TileValue> digits(TileValue begin, TileValue zeros) {
        List<TileValue> others = new ArrayList<>();
        for (int i = 0; i < MAX_FIRST_LIMB; i++) {
            others.add(m.not(m.equal(begin, m.int32(i))));
        }
        List<TileValue> digits = new ArrayList<>();
        for (int j = 0; j < WINDOW_LIMBS; j++) {
            TileValue digit = m.plus(zeros, m.number(limb(MAX_FIRST_LIMB + j)));
            for (int i = 0; i < MAX_FIRST_LIMB; i++) {
                digit = m.select(others.get(i), digit, m.number(limb(i + j)));
            }
            digits.add(m.convert(Operation.TRUNCATE, digit, DataType.I32));
        }
        return digits;
    }

    private static int limb(int index) {
        return TWO_OVER_PI[index];
    }

    /** Returns the sine, offset by some quadrants. */
    TileValue sine(int quadrants) {
        TileValue y = m.times(angle, angle);
        TileValue p = m.polynomial(y, -0x1.995400p-13, 0x1.110778p-7, -0x1.555546p-3);
        TileValue sum = m.plus(m.plus(m.times(m.times(p, y), angle), low), angle);
        TileValue sine = m.withSign(m.abs(sum), angle);
        TileValue q = m.polynomial(y, 0x1.99e80cp-16, -0x1.6c0c28p-10, 0x1.55554ap-5);
        TileValue near = m.plus(m.times(y, m.number(-0.5)), m.number(1));
        TileValue cosine = m.plus(m.times(m.times(q, y), y), m.minus(near, m.times(angle, low)));
        TileValue turned = m.plus(quadrant, m.int32(quadrants));
        TileValue isOdd = m.equal(m.and(turned, m.int32(1)), m.int32(1));
        TileValue sign = m.minus(m.number(1), m.toFloat(m.and(turned, m.int32(2))));
        return unlessInfinite(m.times(m.select(isOdd, cosine, sine), sign));
    }

    private TileValue unlessInfinite(TileValue value) {
        TileValue isFinite = m.less(m.abs(x), m.number(Double.POSITIVE_INFINITY));
        return m.select(isFinite, value, m.minus(x, x));
    }

    /** Returns the tangent, or minus its reciprocal in odd quadrants; its derivative is approximately 1 + y. */
    private TileValue tangent() {
        TileValue y = m.times(angle, angle);
        TileValue p = m.polynomial(
                y,
                0x1.311f00p-8,
                -0x1.f4bb58p-12,
                0x1.71b8acp-7,
                0x1.59dd86p-6,
                0x1.bb2198p-5,
                0x1.110c06p-3,
                0x1.555566p-2);
        TileValue tail = m.plus(m.times(m.times(p, y), angle), m.plus(m.times(low, y), low));
        TileValue tangent = m.plus(angle, tail);
        TileValue lost = m.minus(tail, m.minus(tangent, angle));
        TileValue quotient = m.div(m.number(-1), tangent);
        TileValue cotangent = m.plus(m.times(m.times(quotient, quotient), lost), quotient);
        TileValue isOdd = m.equal(m.and(quadrant, m.int32(1)), m.int32(1));
        TileValue result = unlessInfinite(m.select(isOdd, cotangent, tangent));
        return m.select(m.equal(x, m.number(0)), x, result);
    }
}
