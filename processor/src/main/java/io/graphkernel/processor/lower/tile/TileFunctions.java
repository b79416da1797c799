package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.processor.lower.tile.TileExpansions.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import java.util.Map;

/**
 * Exponentials, logarithms and the functions that are made of them, over the instructions {@code Exp} and {@code Ln}. The
 * polynomials and the ways to reduce an argument are those of the native functions, {@code gk_math_portable.h} and the files that
 * it names; a product and a sum are rounded one by one.
 */
final class TileFunctions {

    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** Below it a function of slope 1 at 0 is its argument, whose sign and last bits are kept. */
    private static final double TINY = 0x1p-100;

    /** The first part of ln 2, whose products with small integers are exact. */
    private static final double LN2_HIGH = 0x1.63p-1;

    private static final double LN2_LOW = -0x1.bd0106p-13;
    private static final double LOG2_E = 0x1.715476p+0;

    static final Map<String, Expansion> ALL = Map.ofEntries(
            entry("exp2", (m, x) -> exp2(m, x[0])),
            entry("expm1", (m, x) -> expm1(m, x[0])),
            entry("log2", (m, x) -> m.times(m.logarithm(x[0]), m.number(LOG2_E))),
            entry("log10", (m, x) -> m.times(m.logarithm(x[0]), m.number(0x1.bcb7b2p-2))),
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

    private TileFunctions() {}

    /** {@code value · 2^n} for a whole number from -252 to 254: one factor alone can leave the range of an exponent. */
    private static Value scaled(TileMath m, Value value, Value n) {
        Value half = m.rounded(Operation.ROUND_DOWN, m.times(n, m.number(0.5)));
        Value first = m.times(value, m.powerOfTwo(half));
        return m.times(first, m.powerOfTwo(m.minus(n, half)));
    }

    private static Value between(TileMath m, double least, Value x, double most) {
        return m.smaller(m.larger(x, m.number(least)), m.number(most));
    }

    private static Value exp2(TileMath m, Value x) {
        Value near = between(m, -151, x, 129);
        Value n = m.rounded(Operation.ROUND_TO_EVEN, near);
        return exp2OfParts(m, n, m.minus(near, n));
    }

    /** 2 to the power {@code x + low}, low being less than the last digit of x. */
    static Value exp2(TileMath m, Value x, Value low) {
        Value near = between(m, -151, x, 129);
        Value n = m.rounded(Operation.ROUND_TO_EVEN, near);
        return exp2OfParts(m, n, m.plus(m.minus(near, n), low));
    }

    private static Value exp2OfParts(TileMath m, Value n, Value r) {
        Value p = m.polynomial(
                r, 0x1.4447cap-13, 0x1.5f0960p-10, 0x1.3b2a28p-7, 0x1.c6af7ap-5, 0x1.ebfbe0p-3, 0x1.62e430p-1, 1);
        return scaled(m, p, n);
    }

    /** {@code 2^n (p + 1) - 1}, in halves, so that the power is in range where the result is. */
    private static Value expm1(TileMath m, Value x) {
        Value near = between(m, -18, x, 89);
        Value n = m.rounded(Operation.ROUND_TO_EVEN, m.times(near, m.number(LOG2_E)));
        Value first = m.plus(m.times(n, m.number(-LN2_HIGH)), near);
        Value r = m.plus(m.times(n, m.number(-LN2_LOW)), first);
        Value q = m.polynomial(r, 0x1.6a4d60p-10, 0x1.12398ep-7, 0x1.5558b0p-5, 0x1.555492p-3, 0x1.fffffcp-2);
        Value p = m.plus(m.times(m.times(r, r), q), r);
        Value half = m.powerOfTwo(m.minus(n, m.number(1)));
        Value sum = m.plus(m.times(half, p), m.minus(half, m.number(0.5)));
        return unlessTiny(m, x, m.times(sum, m.number(2)));
    }

    private static Value unlessTiny(TileMath m, Value x, Value value) {
        return m.select(m.less(m.magnitude(x), m.number(TINY)), x, value);
    }

    /**
     * The logarithm of the rounded sum, and what the sum lost over it; the bound of the divisor keeps -1 from 0 / 0.
     */
    private static Value log1p(TileMath m, Value x) {
        Value sum = m.plus(x, m.number(1));
        Value lost = m.minus(x, m.minus(sum, m.number(1)));
        Value rest = m.over(lost, m.larger(sum, m.number(Float.MIN_NORMAL)));
        Value result = m.plus(m.logarithm(sum), rest);
        Value isUsual = m.and(
                m.less(x, m.number(INFINITY)), m.compare(Operation.GREATER_EQUAL, m.magnitude(x), m.number(TINY)));
        return m.select(isUsual, result, x);
    }

    /** {@code 1 / (1 + exp(-x))}: 0 where the exponential overflows, or less than 3e-39 if that gives the largest number. */
    private static Value sigmoid(TileMath m, Value x) {
        return m.over(m.number(1), m.plus(m.exponential(m.negative(x)), m.number(1)));
    }

    /** An odd polynomial below 0.6, above it {@code 1 - 2 / (exp(2|x|) + 1)}. */
    private static Value tanh(TileMath m, Value x) {
        Value a = m.smaller(m.magnitude(x), m.number(9.02));
        Value e = m.exponential(m.plus(a, a));
        Value large = m.minus(m.number(1), m.over(m.number(2), m.plus(e, m.number(1))));
        Value small = odd(m, a, -0x1.828776p-8, 0x1.54c3c2p-6, -0x1.b89abap-5, 0x1.1109bep-3, -0x1.55553ep-2);
        return m.withSign(m.select(m.compare(Operation.GREATER_EQUAL, a, m.number(0.6)), large, small), x);
    }

    /** {@code a + a y P(y)} for the square y. */
    private static Value odd(TileMath m, Value a, double... coefficients) {
        Value y = m.times(a, a);
        Value p = m.polynomial(y, coefficients);
        return m.plus(m.times(m.times(p, y), a), a);
    }

    /** An odd polynomial below 0.6, above it {@code (exp(|x|) - exp(-|x|)) / 2}, of halves that do not overflow. */
    private static Value sinh(TileMath m, Value x) {
        Value a = m.magnitude(x);
        Value half = halfExponential(m, a);
        Value large = m.minus(half, m.over(m.number(0.25), half));
        Value small = odd(m, a, 0x1.a3ff20p-13, 0x1.110df8p-7, 0x1.555558p-3);
        return m.withSign(m.select(m.compare(Operation.GREATER_EQUAL, a, m.number(0.6)), large, small), x);
    }

    private static Value cosh(TileMath m, Value x) {
        Value half = halfExponential(m, m.magnitude(x));
        return m.plus(half, m.over(m.number(0.25), half));
    }

    /** {@code exp(a) / 2}: from 64 on the exponential of half the number, whose square may be in range where that of the number is not. */
    private static Value halfExponential(TileMath m, Value a) {
        Value near = m.smaller(a, m.number(90));
        Value isLarge = m.compare(Operation.GREATER, near, m.number(64));
        Value moved = m.select(isLarge, m.minus(near, m.number(32)), near);
        Value half = m.times(m.exponential(moved), m.number(0.5));
        // exp(32), in two parts, of which the second one is below the last bit of the first.
        Value large = m.plus(m.times(half, m.number(EXP_32)), m.times(half, m.number(EXP_32_LOW)));
        return m.select(isLarge, large, half);
    }

    private static final double EXP_32 = (float) Math.exp(32);
    private static final double EXP_32_LOW = (float) (Math.exp(32) - EXP_32);

    /** From 2^30 on the inverse functions are logarithms of 2 |x|. */
    private static Value log1pOrHuge(TileMath m, Value x, Value a) {
        Value isHuge = m.compare(Operation.GREATER_EQUAL, a, m.number(0x1p30));
        Value huge = m.plus(m.logarithm(a), m.number(0x1.62e430p-1));
        return m.select(isHuge, huge, log1p(m, x));
    }

    /** {@code log1p(a + a² / (1 + √(1 + a²)))}. */
    private static Value asinh(TileMath m, Value x) {
        Value a = m.magnitude(x);
        Value square = m.times(a, a);
        Value root = m.root(m.plus(square, m.number(1)));
        Value sum = m.plus(a, m.over(square, m.plus(root, m.number(1))));
        return m.withSign(log1pOrHuge(m, sum, a), x);
    }

    /** {@code log1p(t + √(t (t + 2)))} for t = x - 1; NaN below 1. */
    private static Value acosh(TileMath m, Value x) {
        Value t = m.minus(x, m.number(1));
        Value sum = m.plus(t, m.root(m.plus(m.times(t, t), m.plus(t, t))));
        Value result = log1pOrHuge(m, sum, x);
        return m.select(m.less(x, m.number(1)), m.number(Double.NaN), result);
    }

    /** {@code log1p(2a / (1 - a)) / 2}; infinite at 1, NaN above. */
    private static Value atanh(TileMath m, Value x) {
        Value a = m.magnitude(x);
        Value quotient = m.over(m.plus(a, a), m.minus(m.number(1), a));
        return m.withSign(m.times(log1p(m, quotient), m.number(0.5)), x);
    }

    private static Value erfNearZero(TileMath m, Value a) {
        Value p = m.polynomial(
                m.times(a, a),
                -0x1.3d52c4p-11,
                0x1.47f3e0p-8,
                -0x1.b6a74cp-6,
                0x1.ce1c18p-4,
                -0x1.8126eep-2,
                0x1.06eba6p-3);
        return m.plus(m.times(p, a), a);
    }

    /** From 0.9 on {@code 1 - exp(Q(|x|))}. */
    private static Value erf(TileMath m, Value x) {
        Value a = m.smaller(m.magnitude(x), m.number(3.93));
        Value q = m.polynomial(
                a,
                0x1.9fb45ap-13,
                -0x1.91cd74p-9,
                0x1.6d9cf6p-6,
                -0x1.aa7326p-4,
                -0x1.4621bap-1,
                -0x1.20b752p+0,
                -0x1.5d10f6p-13);
        Value large = m.minus(m.number(1), m.exponential(q));
        Value isLarge = m.compare(Operation.GREATER_EQUAL, a, m.number(0.9));
        return m.withSign(m.select(isLarge, large, erfNearZero(m, a)), x);
    }

    /** {@code exp(-a²)} times {@code erfc(a) exp(a²)}; what the square loses multiplies the exponential to the first order. */
    private static Value erfc(TileMath m, Value x) {
        Value a = m.smaller(m.magnitude(x), m.number(10.2));
        Value square = m.times(a, a);
        Value leading = m.leading(a);
        Value lost =
                m.plus(m.minus(m.times(leading, leading), square), m.times(m.plus(a, leading), m.minus(a, leading)));
        Value e = m.exponential(m.negative(square));
        Value factor = scaledErfc(m, a);
        Value result = m.minus(m.times(e, factor), m.times(m.times(e, lost), factor));
        Value isSmall = m.less(a, m.number(0.75));
        Value all = m.select(isSmall, m.minus(m.number(1), erfNearZero(m, a)), result);
        return m.select(m.less(x, m.number(0)), m.minus(m.number(2), all), all);
    }

    /** {@code erfc(a) exp(a²)} for 0.74 ≤ a ≤ 10.2: {@code P(t) / (2a + 1)} for {@code t = (a - 2) / (a + 2)}. */
    private static Value scaledErfc(TileMath m, Value a) {
        Value t = m.over(m.minus(a, m.number(2)), m.plus(a, m.number(2)));
        Value p = m.polynomial(
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
        return m.over(p, m.plus(m.plus(a, a), m.number(1)));
    }
}
