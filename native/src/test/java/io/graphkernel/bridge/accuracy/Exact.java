package io.graphkernel.bridge.accuracy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.IntUnaryOperator;

/** Mathematical functions to about 30 decimal digits, computed from their series. Results must be finite and not 0. */
final class Exact {

    static final MathContext DIGITS = new MathContext(42);
    /** Sufficient for the quadrant of the largest f64. */
    private static final MathContext MANY_DIGITS = new MathContext(380);

    private static final BigDecimal ONE = BigDecimal.ONE;
    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final BigDecimal TINY = new BigDecimal("1e-10");
    private static final BigDecimal HUGE = new BigDecimal("1e300");
    /** Larger exponents exceed the range of f64 and of all functions of the exponential. */
    private static final BigDecimal LARGE = BigDecimal.valueOf(3000);

    private static final BigDecimal SERIES_LIMIT = BigDecimal.valueOf(3);
    private static final int SERIES_TERMS = 200;
    private static final int HALVINGS = 8;

    /** Machin's formula. */
    private static final BigDecimal PI = BigDecimal.valueOf(16)
            .multiply(arcTangentOfInverse(5))
            .subtract(BigDecimal.valueOf(4).multiply(arcTangentOfInverse(239)));

    private static final BigDecimal HALF_PI = PI.divide(TWO, MANY_DIGITS);
    /** 2 artanh(1/3). */
    private static final BigDecimal LN2 = logarithmOfTwo();

    private Exact() {}

    private static BigDecimal arcTangentOfInverse(int n) {
        BigDecimal power = ONE.divide(BigDecimal.valueOf(n), MANY_DIGITS);
        BigDecimal sum = power;
        for (int i = 3; i < 600; i += 2) {
            power = power.divide(BigDecimal.valueOf(-(long) n * n), MANY_DIGITS);
            sum = sum.add(power.divide(BigDecimal.valueOf(i), MANY_DIGITS));
        }
        return sum;
    }

    private static BigDecimal logarithmOfTwo() {
        BigDecimal power = TWO.divide(BigDecimal.valueOf(3), DIGITS);
        BigDecimal sum = power;
        for (int i = 3; i < 120; i += 2) {
            power = power.divide(BigDecimal.valueOf(9), DIGITS);
            sum = sum.add(power.divide(BigDecimal.valueOf(i), DIGITS));
        }
        return sum;
    }

    private static BigDecimal quotient(BigDecimal a, BigDecimal b) {
        return a.divide(b, DIGITS);
    }

    private static BigDecimal product(BigDecimal a, BigDecimal b) {
        return a.multiply(b, DIGITS);
    }

    static BigDecimal sqrt(BigDecimal x) {
        return x.sqrt(DIGITS);
    }

    /**
     * The sum of a series whose first term is {@code first}, and whose terms are the previous one times {@code ratio /
     * divisor(i)}.
     */
    private static BigDecimal series(BigDecimal first, BigDecimal ratio, IntUnaryOperator divisor) {
        BigDecimal term = first;
        BigDecimal sum = first;
        for (int i = 1; i < SERIES_TERMS && term.signum() != 0; i++) {
            term = quotient(product(term, ratio), BigDecimal.valueOf(divisor.applyAsInt(i)));
            sum = sum.add(term, DIGITS);
            if (term.precision() - term.scale() < sum.precision() - sum.scale() - DIGITS.getPrecision()) {
                break;
            }
        }
        return sum;
    }

    static BigDecimal exp(BigDecimal argument) {
        BigDecimal x = argument.max(LARGE.negate()).min(LARGE);
        BigDecimal n = quotient(x, LN2).setScale(0, RoundingMode.HALF_EVEN);
        BigDecimal r = x.subtract(product(n, LN2), DIGITS).divide(BigDecimal.valueOf(1 << HALVINGS), DIGITS);
        BigDecimal result = ONE.add(series(r, r, i -> i + 1), DIGITS);
        for (int i = 0; i < HALVINGS; i++) {
            result = product(result, result);
        }
        return product(result, TWO.pow(n.intValueExact(), DIGITS));
    }

    static BigDecimal expm1(BigDecimal x) {
        return x.abs().compareTo(TINY) < 0 ? series(x, x, i -> i + 1) : exp(x).subtract(ONE, DIGITS);
    }

    /** Halley's iteration from the f64 logarithm: the error of 2⁻⁵² is cubed. */
    static BigDecimal log(BigDecimal x) {
        BigDecimal first = new BigDecimal(StrictMath.log(x.doubleValue()));
        if (first.abs().compareTo(ONE) < 0) {
            return log1p(x.subtract(ONE));
        }
        return improvedLogarithm(x, first);
    }

    static BigDecimal log1p(BigDecimal x) {
        if (x.abs().compareTo(TINY) < 0) {
            BigDecimal square = product(x, x);
            BigDecimal cube = product(square, x);
            return x.subtract(quotient(square, TWO))
                    .add(quotient(cube, BigDecimal.valueOf(3)))
                    .subtract(quotient(product(cube, x), BigDecimal.valueOf(4)), DIGITS);
        }
        if (x.compareTo(HUGE) > 0) {
            // The argument may exceed the range of f64.
            return log(quotient(x, TWO.multiply(TWO))).add(TWO.multiply(LN2), DIGITS);
        }
        return improvedLogarithm(ONE.add(x), new BigDecimal(StrictMath.log1p(x.doubleValue())));
    }

    private static BigDecimal improvedLogarithm(BigDecimal x, BigDecimal first) {
        BigDecimal power = exp(first);
        BigDecimal correction = quotient(TWO.multiply(x.subtract(power)), x.add(power));
        return first.add(correction, DIGITS);
    }

    static BigDecimal exp2(BigDecimal x) {
        return exp(product(x, LN2));
    }

    static BigDecimal log2(BigDecimal x) {
        return quotient(log(x), LN2);
    }

    static BigDecimal log10(BigDecimal x) {
        return quotient(log(x), log(BigDecimal.TEN));
    }

    static BigDecimal sigmoid(BigDecimal x) {
        return quotient(ONE, ONE.add(exp(x.negate()), DIGITS));
    }

    static BigDecimal sin(BigDecimal x) {
        return sineOfQuarters(x, 0);
    }

    static BigDecimal cos(BigDecimal x) {
        return sineOfQuarters(x, 1);
    }

    static BigDecimal tan(BigDecimal x) {
        return quotient(sin(x), cos(x));
    }

    private static BigDecimal sineOfQuarters(BigDecimal x, int more) {
        BigDecimal quarters = x.divide(HALF_PI, MANY_DIGITS).setScale(0, RoundingMode.HALF_EVEN);
        BigDecimal r = x.subtract(quarters.multiply(HALF_PI), MANY_DIGITS).round(DIGITS);
        int quadrant = quarters.toBigInteger().intValue() + more & 3;
        BigDecimal square = product(r, r).negate();
        BigDecimal result = (quadrant & 1) == 0
                ? series(r, square, i -> 2 * i * (2 * i + 1))
                : series(ONE, square, i -> 2 * i * (2 * i - 1));
        return quadrant < 2 ? result : result.negate();
    }

    static BigDecimal atan(BigDecimal x) {
        if (x.abs().compareTo(ONE) > 0) {
            BigDecimal rest = atan(quotient(ONE, x));
            return (x.signum() < 0 ? HALF_PI.negate() : HALF_PI).subtract(rest, DIGITS);
        }
        BigDecimal t = x;
        for (int i = 0; i < 3; i++) {
            t = quotient(t, ONE.add(sqrt(ONE.add(product(t, t)))));
        }
        BigDecimal square = product(t, t).negate();
        BigDecimal power = t;
        BigDecimal sum = t;
        for (int i = 3; i < 60; i += 2) {
            power = product(power, square);
            sum = sum.add(quotient(power, BigDecimal.valueOf(i)), DIGITS);
        }
        return product(sum, BigDecimal.valueOf(8));
    }

    static BigDecimal atan2(BigDecimal y, BigDecimal x) {
        if (x.signum() == 0) {
            return product(HALF_PI, BigDecimal.valueOf(y.signum()));
        }
        BigDecimal acute = atan(quotient(y, x));
        if (x.signum() > 0) {
            return acute;
        }
        return y.signum() < 0 ? acute.subtract(PI, DIGITS) : acute.add(PI, DIGITS);
    }

    static BigDecimal asin(BigDecimal x) {
        BigDecimal cosine = sqrt(ONE.subtract(x).multiply(ONE.add(x)));
        return cosine.signum() == 0 ? product(HALF_PI, x) : atan(quotient(x, cosine));
    }

    static BigDecimal acos(BigDecimal x) {
        BigDecimal sum = ONE.add(x);
        return sum.signum() == 0 ? PI : product(TWO, atan(sqrt(quotient(ONE.subtract(x), sum))));
    }

    static BigDecimal sinh(BigDecimal x) {
        return quotient(expm1(x).subtract(expm1(x.negate()), DIGITS), TWO);
    }

    static BigDecimal cosh(BigDecimal x) {
        return quotient(exp(x).add(exp(x.negate()), DIGITS), TWO);
    }

    static BigDecimal tanh(BigDecimal x) {
        BigDecimal m = expm1(product(TWO, x));
        return quotient(m, m.add(TWO, DIGITS));
    }

    static BigDecimal asinh(BigDecimal x) {
        BigDecimal a = x.abs();
        BigDecimal square = product(a, a);
        BigDecimal more = quotient(square, ONE.add(sqrt(ONE.add(square))));
        BigDecimal result = log1p(a.add(more, DIGITS));
        return x.signum() < 0 ? result.negate() : result;
    }

    static BigDecimal acosh(BigDecimal x) {
        BigDecimal t = x.subtract(ONE);
        return log1p(t.add(sqrt(t.multiply(t.add(TWO))), DIGITS));
    }

    static BigDecimal atanh(BigDecimal x) {
        return quotient(log1p(quotient(x.add(x), ONE.subtract(x))), TWO);
    }

    static BigDecimal erf(BigDecimal x) {
        if (x.abs().compareTo(SERIES_LIMIT) < 0) {
            // All terms are positive: e^(-x²) (x + 2x³/3 + 4x⁵/15 + …).
            BigDecimal square = product(x, x);
            BigDecimal sum = BigDecimal.ZERO;
            BigDecimal term = x;
            for (int i = 1; i < SERIES_TERMS; i++) {
                sum = sum.add(term, DIGITS);
                term = quotient(product(term, TWO.multiply(square)), BigDecimal.valueOf(2L * i + 1));
            }
            return quotient(product(product(TWO, sum), exp(square.negate())), sqrt(PI));
        }
        BigDecimal result = ONE.subtract(erfc(x.abs()), DIGITS);
        return x.signum() < 0 ? result.negate() : result;
    }

    static BigDecimal erfc(BigDecimal x) {
        if (x.compareTo(SERIES_LIMIT) < 0) {
            return ONE.subtract(erf(x), DIGITS);
        }
        // e^(-x²) / √π / (x + (1/2) / (x + (2/2) / (x + …))).
        BigDecimal fraction = x;
        for (int i = SERIES_TERMS; i > 0; i--) {
            fraction = x.add(quotient(BigDecimal.valueOf(i / 2.0), fraction), DIGITS);
        }
        return quotient(exp(x.multiply(x).negate()), product(fraction, sqrt(PI)));
    }

    static BigDecimal pow(BigDecimal x, BigDecimal y) {
        BigDecimal magnitude = exp(y.multiply(log(x.abs())));
        boolean odd = y.stripTrailingZeros().scale() <= 0 && y.toBigInteger().testBit(0);
        return x.signum() < 0 && odd ? magnitude.negate() : magnitude;
    }

    /** The remainder of the quotient rounded down. */
    static BigDecimal floorMod(BigDecimal x, BigDecimal y) {
        BigDecimal rest = x.remainder(y);
        return rest.signum() * y.signum() < 0 ? rest.add(y) : rest;
    }
}
