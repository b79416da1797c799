package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.lower.tile.OpExpansionTable.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.Map;

/**
 * Lowering of float powers without 64-bit arithmetic, as in {@code gk_math_scalar_pow.h}: a base-2 logarithm as a sum
 * of two floats, times the exponent.
 */
final class FloatPowLowering {

    static final Map<String, Expansion> ALL = Map.of("pow", (m, x) -> new FloatPowLowering(m).power(x[0], x[1]));

    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** Bits of √(1/2). */
    private static final int ROOT = 0x3f3504f3;

    private static final int FRACTION = 0x007fffff;

    private final TileMathBuilder m;

    private FloatPowLowering(TileMathBuilder m) {
        this.m = m;
    }

    /** An unrounded value high + low; low is at most half a unit in the last place of high. */
    private record Pair(TileValue high, TileValue low) {}

    /** Returns the sum of two values, the first of which has the larger magnitude. */
    private Pair sum(TileValue a, TileValue b) {
        TileValue high = m.plus(a, b);
        return new Pair(high, m.minus(b, m.minus(high, a)));
    }

    private Pair product(TileValue a, TileValue b) {
        TileValue high = m.times(a, b);
        return new Pair(high, m.productError(a, b, high));
    }

    /** Returns the product, without the product of the low parts. */
    private Pair product(Pair a, Pair b) {
        Pair product = product(a.high(), b.high());
        TileValue crossed = m.plus(m.times(a.high(), b.low()), m.times(a.low(), b.high()));
        return sum(product.high(), m.plus(product.low(), crossed));
    }

    /**
     * Returns the base-2 logarithm of a positive finite number x = 2^n (1 + z).
     *
     * <p>With s = z / (2 + z) and y = s², the natural logarithm of the fraction is 2 s (1 + y (1/3 + y q(y))). Here q
     * is the truncated series.
     */
    private Pair logarithm(TileValue x) {
        TileValue isSubnormal = m.less(x, m.number(Float.MIN_NORMAL));
        TileValue normal = m.select(isSubnormal, m.times(x, m.number(0x1p24)), x);
        TileValue moved = m.plus(m.bitsOf(normal), m.int32(-ROOT));
        TileValue fraction = m.and(moved, m.int32(FRACTION));
        TileValue steps = m.toFloat(m.minus(moved, fraction));
        TileValue n = m.minus(m.times(steps, m.number(0x1p-23)), m.select(isSubnormal, m.number(24), m.number(0)));
        TileValue z = m.minus(m.fromBits(m.plus(fraction, m.int32(ROOT))), m.number(1));

        Pair divisor = sum(m.number(2), z);
        TileValue quotient = m.div(z, divisor.high());
        Pair back = product(quotient, divisor.high());
        TileValue left = m.minus(m.minus(m.minus(z, back.high()), back.low()), m.times(quotient, divisor.low()));
        Pair s = new Pair(quotient, m.div(left, divisor.high()));
        Pair y = product(s, s);
        TileValue q = m.polynomial(y.high(), 1.0f / 13, 1.0f / 11, 1.0f / 9, 1.0f / 7, 1.0f / 5);
        Pair third = sum(m.number(0x1.555556p-2), m.plus(m.times(q, y.high()), m.number(-0x1.555556p-27)));
        Pair tail = product(product(s, y), third);
        Pair high = sum(s.high(), tail.high());
        Pair logarithm = sum(high.high(), m.plus(high.low(), m.plus(s.low(), tail.low())));
        Pair scaled = product(logarithm, new Pair(m.number(0x1.715476p+1), m.number(0x1.4ae0c0p-25)));
        Pair total = sum(n, scaled.high());
        return sum(total.high(), m.plus(total.low(), scaled.low()));
    }

    /** Returns {@code |x|} to the power y. The powers of 1 and the power 0 may be NaN. */
    private TileValue ofMagnitude(TileValue x, TileValue y) {
        TileValue base = m.abs(x);
        Pair logarithm = logarithm(base);
        Pair product = product(y, logarithm.high());
        TileValue isNear = m.less(m.abs(product.high()), m.number(200));
        TileValue low = m.select(isNear, m.plus(m.times(y, logarithm.low()), product.low()), m.number(0));
        TileValue power = ExponentialLowering.exp2(m, product.high(), low);
        TileValue grows = m.xor(m.compare(Operation.GREATER, base, m.number(1)), m.less(y, m.number(0)));
        TileValue isLimit = m.or(m.equal(base, m.number(0)), m.equal(base, m.number(INFINITY)));
        TileValue limit = m.select(grows, m.number(INFINITY), m.number(0));
        TileValue isNumber = m.and(m.equal(x, x), m.equal(y, y));
        return m.select(isNumber, m.select(isLimit, limit, power), m.plus(x, y));
    }

    /** Handles the special cases of IEEE 754. */
    private TileValue power(TileValue x, TileValue y) {
        TileValue magnitude = ofMagnitude(x, y);
        TileValue halved = m.times(y, m.number(0.5));
        TileValue isWhole = m.equal(m.round(Operation.ROUND_TO_ZERO, y), y);
        TileValue isOdd =
                m.and(isWhole, m.compare(Operation.NOT_EQUAL, m.round(Operation.ROUND_TO_ZERO, halved), halved));
        TileValue signed = m.select(isOdd, m.withSign(magnitude, x), magnitude);
        TileValue isFinite = m.compare(Operation.GREATER, x, m.number(-INFINITY));
        TileValue isUndefined = m.and(m.and(m.less(x, m.number(0)), isFinite), m.not(isWhole));
        TileValue defined = m.select(isUndefined, m.number(Double.NaN), signed);
        TileValue isTurning = m.and(m.equal(x, m.number(-1)), m.equal(m.abs(y), m.number(INFINITY)));
        TileValue isOne = m.or(isTurning, m.or(m.equal(x, m.number(1)), m.equal(y, m.number(0))));
        return m.select(isOne, m.number(1), defined);
    }
}
