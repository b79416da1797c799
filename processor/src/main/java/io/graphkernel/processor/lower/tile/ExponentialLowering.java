package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.processor.lower.tile.OpExpansionTable.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.Map;

/**
 * Lowering of exponentials, logarithms and functions derived from them to the instructions {@code Exp} and {@code Ln}.
 *
 * <p>Polynomials and argument reductions are those of the native functions in {@code gk_math_portable.h} and the files
 * that it lists. It has no fused multiply-add.
 */
final class ExponentialLowering {

    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** Threshold below which a function with slope 1 at 0 returns its argument, to preserve its sign and last bits. */
    private static final double TINY = 0x1p-100;

    /** The high part of ln 2, whose products with small integers are exact. */
    private static final double LN2_HIGH = 0x1.63p-1;

    private static final double LN2_LOW = -0x1.bd0106p-13;
    private static final double LOG2_E = 0x1.715476p+0;

    static final Map<String, Expansion> ALL = Map.ofEntries(
            entry("exp2", (m, x) -> exp2(m, x[0])),
            entry("expm1", (m, x) -> expm1(m, x[0])),
            entry("log2", (m, x) -> m.times(m.log(x[0]), m.number(LOG2_E))),
            entry("log10", (m, x) -> m.times(m.log(x[0]), m.number(0x1.bcb7b2p-2))),
            entry("log1p", (m, x) -> log1p(m, x[0])),
            entry("sigmoid", (m, x) -> sigmoid(m, x[0])),
            entry("tanh", (m, x) -> tanh(m, x[0])),
            entry("sinh", (m, x) -> sinh(m, x[0])),
            entry("cosh", (m, x) -> cosh(m, x[0])),
            entry("asinh", (m, x) -> asinh(m, x[0])),
            entry("acosh", (m, x) -> acosh(m, x[0])),
            entry("atanh", (m, x) -> atanh(m, x[0])),
            entry("erf", (m, x) -> erf(m, x[0])),
            entry("erfc", (m, x) -> erfc(m, x[0])));

    private ExponentialLowering() {}

    /**
     * Returns {@code value · 2^n} for an integer n from -252 to 254, as two factors, one of which alone could overflow
     * the exponent.
     */
    private static TileValue scaled(TileMathBuilder m, TileValue value, TileValue n) {
        TileValue half = m.round(Operation.ROUND_DOWN, m.times(n, m.number(0.5)));
        TileValue first = m.times(value, m.powerOfTwo(half));
        return m.times(first, m.powerOfTwo(m.minus(n, half)));
    }

    private static TileValue between(TileMathBuilder m, double min, TileValue x, double max) {
        return m.min(m.max(x, m.number(min)), m.number(max));
    }

    private static TileValue exp2(TileMathBuilder m, TileValue x) {
        TileValue near = between(m, -151, x, 129);
        TileValue n = m.round(Operation.ROUND_TO_EVEN, near);
        return exp2OfParts(m, n, m.minus(near, n));
    }

    /** Returns 2 to the power {@code x + low}, where low is less than one unit in the last place of x. */
    static TileValue exp2(TileMathBuilder m, TileValue x, TileValue low) {
        TileValue near = between(m, -151, x, 129);
        TileValue n = m.round(Operation.ROUND_TO_EVEN, near);
        return exp2OfParts(m, n, m.plus(m.minus(near, n), low));
    }

    private static TileValue exp2OfParts(TileMathBuilder m, TileValue n, TileValue r) {
        TileValue p = m.polynomial(
                r, 0x1.4447cap-13, 0x1.5f0960p-10, 0x1.3b2a28p-7, 0x1.c6af7ap-5, 0x1.ebfbe0p-3, 0x1.62e430p-1, 1);
        return scaled(m, p, n);
    }

    /** Computes {@code 2^n (p + 1) - 1} in halves, so that the power does not overflow before the result does. */
    private static TileValue expm1(TileMathBuilder m, TileValue x) {
        TileValue near = between(m, -18, x, 89);
        TileValue n = m.round(Operation.ROUND_TO_EVEN, m.times(near, m.number(LOG2_E)));
        TileValue first = m.plus(m.times(n, m.number(-LN2_HIGH)), near);
        TileValue r = m.plus(m.times(n, m.number(-LN2_LOW)), first);
        TileValue q = m.polynomial(r, 0x1.6a4d60p-10, 0x1.12398ep-7, 0x1.5558b0p-5, 0x1.555492p-3, 0x1.fffffcp-2);
        TileValue p = m.plus(m.times(m.times(r, r), q), r);
        TileValue half = m.powerOfTwo(m.minus(n, m.number(1)));
        TileValue sum = m.plus(m.times(half, p), m.minus(half, m.number(0.5)));
        return unlessTiny(m, x, m.times(sum, m.number(2)));
    }

    private static TileValue unlessTiny(TileMathBuilder m, TileValue x, TileValue value) {
        return m.select(m.less(m.abs(x), m.number(TINY)), x, value);
    }

    /**
     * Adds the logarithm of the rounded sum and a correction of the rounding error. The minimum divisor avoids 0 / 0 at
     * -1.
     */
    private static TileValue log1p(TileMathBuilder m, TileValue x) {
        TileValue sum = m.plus(x, m.number(1));
        TileValue lost = m.minus(x, m.minus(sum, m.number(1)));
        TileValue lowPart = m.div(lost, m.max(sum, m.number(Float.MIN_NORMAL)));
        TileValue result = m.plus(m.log(sum), lowPart);
        TileValue isUsual =
                m.and(m.less(x, m.number(INFINITY)), m.compare(Operation.GREATER_EQUAL, m.abs(x), m.number(TINY)));
        return m.select(isUsual, result, x);
    }

    /** Computes {@code 1 / (1 + exp(-x))}, which is 0, or less than 3e-39, if the exponential overflows. */
    private static TileValue sigmoid(TileMathBuilder m, TileValue x) {
        return m.div(m.number(1), m.plus(m.exp(m.negate(x)), m.number(1)));
    }

    /** Uses an odd polynomial below 0.6, otherwise {@code 1 - 2 / (exp(2|x|) + 1)}. */
    private static TileValue tanh(TileMathBuilder m, TileValue x) {
        TileValue a = m.min(m.abs(x), m.number(9.02));
        TileValue e = m.exp(m.plus(a, a));
        TileValue large = m.minus(m.number(1), m.div(m.number(2), m.plus(e, m.number(1))));
        TileValue small = odd(m, a, -0x1.828776p-8, 0x1.54c3c2p-6, -0x1.b89abap-5, 0x1.1109bep-3, -0x1.55553ep-2);
        return m.withSign(m.select(m.compare(Operation.GREATER_EQUAL, a, m.number(0.6)), large, small), x);
    }

    /** Returns {@code a + a y P(y)} for y = a². */
    private static TileValue odd(TileMathBuilder m, TileValue a, double... coefficients) {
        TileValue y = m.times(a, a);
        TileValue p = m.polynomial(y, coefficients);
        return m.plus(m.times(m.times(p, y), a), a);
    }

    /**
     * Uses an odd polynomial below 0.6, otherwise {@code (exp(|x|) - exp(-|x|)) / 2}, in halves that do not overflow.
     */
    private static TileValue sinh(TileMathBuilder m, TileValue x) {
        TileValue a = m.abs(x);
        TileValue half = halfExponential(m, a);
        TileValue large = m.minus(half, m.div(m.number(0.25), half));
        TileValue small = odd(m, a, 0x1.a3ff20p-13, 0x1.110df8p-7, 0x1.555558p-3);
        return m.withSign(m.select(m.compare(Operation.GREATER_EQUAL, a, m.number(0.6)), large, small), x);
    }

    private static TileValue cosh(TileMathBuilder m, TileValue x) {
        TileValue half = halfExponential(m, m.abs(x));
        return m.plus(half, m.div(m.number(0.25), half));
    }

    /**
     * Returns {@code exp(a) / 2}. From 64 on it scales the exponential of a smaller argument, to avoid an early
     * overflow.
     */
    private static TileValue halfExponential(TileMathBuilder m, TileValue a) {
        TileValue near = m.min(a, m.number(90));
        TileValue isLarge = m.compare(Operation.GREATER, near, m.number(64));
        TileValue moved = m.select(isLarge, m.minus(near, m.number(32)), near);
        TileValue half = m.times(m.exp(moved), m.number(0.5));
        // exp(32) in two parts; the low part is less than one unit in the last place of the high part.
        TileValue large = m.plus(m.times(half, m.number(EXP_32)), m.times(half, m.number(EXP_32_LOW)));
        return m.select(isLarge, large, half);
    }

    private static final double EXP_32 = (float) Math.exp(32);
    private static final double EXP_32_LOW = (float) (Math.exp(32) - EXP_32);

    /** Computes inverse hyperbolic functions as the logarithm of 2 |x| from 2^30 on. */
    private static TileValue log1pOrHuge(TileMathBuilder m, TileValue x, TileValue a) {
        TileValue isHuge = m.compare(Operation.GREATER_EQUAL, a, m.number(0x1p30));
        TileValue huge = m.plus(m.log(a), m.number(0x1.62e430p-1));
        return m.select(isHuge, huge, log1p(m, x));
    }

    /** Computes {@code log1p(a + a² / (1 + √(1 + a²)))}. */
    private static TileValue asinh(TileMathBuilder m, TileValue x) {
        TileValue a = m.abs(x);
        TileValue square = m.times(a, a);
        TileValue root = m.sqrt(m.plus(square, m.number(1)));
        TileValue sum = m.plus(a, m.div(square, m.plus(root, m.number(1))));
        return m.withSign(log1pOrHuge(m, sum, a), x);
    }

    /** Computes {@code log1p(t + √(t (t + 2)))} for t = x - 1; NaN below 1. */
    private static TileValue acosh(TileMathBuilder m, TileValue x) {
        TileValue t = m.minus(x, m.number(1));
        TileValue sum = m.plus(t, m.sqrt(m.plus(m.times(t, t), m.plus(t, t))));
        TileValue result = log1pOrHuge(m, sum, x);
        return m.select(m.less(x, m.number(1)), m.number(Double.NaN), result);
    }

    /** Computes {@code log1p(2a / (1 - a)) / 2}; infinite at 1, NaN above. */
    private static TileValue atanh(TileMathBuilder m, TileValue x) {
        TileValue a = m.abs(x);
        TileValue quotient = m.div(m.plus(a, a), m.minus(m.number(1), a));
        return m.withSign(m.times(log1p(m, quotient), m.number(0.5)), x);
    }

    private static TileValue erfNearZero(TileMathBuilder m, TileValue a) {
        TileValue p = m.polynomial(
                m.times(a, a),
                -0x1.3d52c4p-11,
                0x1.47f3e0p-8,
                -0x1.b6a74cp-6,
                0x1.ce1c18p-4,
                -0x1.8126eep-2,
                0x1.06eba6p-3);
        return m.plus(m.times(p, a), a);
    }

    /** Uses {@code 1 - exp(Q(|x|))} from 0.9 on. */
    private static TileValue erf(TileMathBuilder m, TileValue x) {
        TileValue a = m.min(m.abs(x), m.number(3.93));
        TileValue q = m.polynomial(
                a,
                0x1.9fb45ap-13,
                -0x1.91cd74p-9,
                0x1.6d9cf6p-6,
                -0x1.aa7326p-4,
                -0x1.4621bap-1,
                -0x1.20b752p+0,
                -0x1.5d10f6p-13);
        TileValue large = m.minus(m.number(1), m.exp(q));
        TileValue isLarge = m.compare(Operation.GREATER_EQUAL, a, m.number(0.9));
        return m.withSign(m.select(isLarge, large, erfNearZero(m, a)), x);
    }

    /**
     * Multiplies {@code exp(-a²)} by {@code erfc(a) exp(a²)}, with a first-order correction of the rounding error of
     * the square.
     */
    private static TileValue erfc(TileMathBuilder m, TileValue x) {
        TileValue a = m.min(m.abs(x), m.number(10.2));
        TileValue square = m.times(a, a);
        TileValue leading = m.leadingBits(a);
        TileValue lost =
                m.plus(m.minus(m.times(leading, leading), square), m.times(m.plus(a, leading), m.minus(a, leading)));
        TileValue e = m.exp(m.negate(square));
        TileValue factor = scaledErfc(m, a);
        TileValue result = m.minus(m.times(e, factor), m.times(m.times(e, lost), factor));
        TileValue isSmall = m.less(a, m.number(0.75));
        TileValue absolute = m.select(isSmall, m.minus(m.number(1), erfNearZero(m, a)), result);
        return m.select(m.less(x, m.number(0)), m.minus(m.number(2), absolute), absolute);
    }

    /**
     * Returns {@code erfc(a) exp(a²)} for 0.74 ≤ a ≤ 10.2, as {@code P(t) / (2a + 1)} for {@code t = (a - 2) / (a +
     * 2)}.
     */
    private static TileValue scaledErfc(TileMathBuilder m, TileValue a) {
        TileValue t = m.div(m.minus(a, m.number(2)), m.plus(a, m.number(2)));
        TileValue p = m.polynomial(
                t,
                -0x1.8a5386p-10,
                0x1.1c133ep-10,
                0x1.1f9758p-7,
                -0x1.0666ecp-7,
                -0x1.bc40c4p-5,
                0x1.4ff986p-3,
                -0x1.54076cp-3,
                -0x1.7bf5ecp-4,
                0x1.46e80ep+0);
        return m.div(p, m.plus(m.plus(a, a), m.number(1)));
    }
}
