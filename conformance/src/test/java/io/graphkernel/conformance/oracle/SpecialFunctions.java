package io.graphkernel.conformance.oracle;

import io.graphkernel.bridge.accuracy.Reference;
import java.util.function.DoubleUnaryOperator;

/** Special functions by series and bisection, not by the polynomials of the ops. */
public final class SpecialFunctions {

    private static final double EULER = 0.57721566490153286061;
    private static final double[] BERNOULLI = {
        1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730, 7.0 / 6, -3617.0 / 510
    };
    private static final int TERMS = 60;
    /** Argument from which the asymptotic series of the gamma function have all digits of f64. */
    private static final double LARGE = 30;

    /** Error of the ops in units in the last place. */
    private static final double ULPS = 8;

    /** Error of the normal distribution function in units in the last place. */
    private static final double NORMAL_ULPS = 6;

    /** Argument below which the normal distribution function is 0 in f64. */
    private static final double NORMAL_ZERO = -40;

    /** Number of terms with which the continued fraction of Mills' ratio has the digits of f64 from 1 on. */
    private static final int FRACTION_TERMS = 400;

    /** Relative error of the quantiles of subnormal probabilities. */
    private static final double SUBNORMAL_ERROR = 3e-7;

    /** From here on ln |Γ(x)| is ln |Γ(-x)| to the last bit, and π x may be a rounded subnormal number. */
    private static final double NEAR_ZERO = -1e-20;

    private SpecialFunctions() {}

    /** ln |Γ(x)|, by the reflection formula below 0. */
    public static Scalar lgamma(Scalar operand) {
        Real x = (Real) operand;
        if (!(x.value() < 0)) {
            return x.apply(SpecialFunctions::logGamma, ULPS);
        }
        if (Math.rint(x.value()) == x.value()) {
            return x.number(Double.POSITIVE_INFINITY);
        }
        if (x.value() > NEAR_ZERO) {
            return x.magnitude().apply(SpecialFunctions::logGamma, ULPS);
        }
        Real sine = x.apply(value -> Math.sin(Math.PI * Math.abs(Math.IEEEremainder(value, 1))), 4);
        Real positive = x.magnitude().apply(SpecialFunctions::logGamma, ULPS);
        Scalar size = Elementwise.log(x.magnitude());
        return x.number(Math.log(Math.PI))
                .minus(Elementwise.log(sine))
                .minus(size)
                .minus(positive);
    }

    /** ln Γ(x) for x ≥ 0. */
    static double logGamma(double x) {
        if (Double.isInfinite(x) || Double.isNaN(x)) {
            return x;
        }
        if (x > LARGE) {
            double sum = 0;
            for (int k = BERNOULLI.length; k > 0; k--) {
                sum += BERNOULLI[k - 1] / (2 * k * (2 * k - 1)) * Math.pow(x, 1 - 2 * k);
            }
            return (x - 0.5) * (Math.log(x) - 1) + (Math.log(2 * Math.PI) - 1) / 2 + sum;
        }
        if (x < 1.5) {
            return logGamma(x + 1, x) - Math.log(x);
        }
        double product = 1;
        double argument = x;
        while (argument > 2.5) {
            argument--;
            product *= argument;
        }
        return logGamma(argument, argument - 1) + Math.log(product);
    }

    /** Taylor's series of ln Γ(x) at 2. */
    private static double logGamma(double x, double xMinusOne) {
        double distance = x == xMinusOne + 1 ? xMinusOne - 1 : x - 2;
        double sum = 0;
        for (int k = TERMS; k >= 2; k--) {
            sum += (k % 2 == 0 ? 1 : -1) * zetaMinusOne(k) / k * Math.pow(distance, k);
        }
        return (1 - EULER) * distance + sum;
    }

    private static double zetaMinusOne(int k) {
        int last = 60;
        double sum = 0;
        for (int n = last; n >= 2; n--) {
            sum += Math.pow(n, -k);
        }
        double tail = Math.pow(last, 1 - k) / (k - 1) - Math.pow(last, -k) / 2 + k * Math.pow(last, -k - 1) / 12;
        return sum
                + tail
                - (double) k * (k + 1) * (k + 2) * Math.pow(last, -k - 3) / 720
                + (double) k * (k + 1) * (k + 2) * (k + 3) * (k + 4) * Math.pow(last, -k - 5) / 30240;
    }

    /** ψ(x), by the reflection formula below 0. */
    public static Scalar digamma(Scalar operand) {
        Real x = (Real) operand;
        if (!(x.value() < 0)) {
            return digammaOfPositive(x);
        }
        double distance = Math.IEEEremainder(x.value(), 1);
        if (distance == 0 || Double.isInfinite(x.value())) {
            return x.number(Double.NaN);
        }
        Real positive = digammaOfPositive(x.number(1).minus(x));
        Real tangent = x.apply(value -> Math.tan(Math.PI * Math.IEEEremainder(value, 1)), 4);
        return positive.minus(x.number(Math.PI).over(tangent));
    }

    private static Real digammaOfPositive(Real x) {
        double one = x.precision().computed().ulp(1);
        Real exact = x.apply(SpecialFunctions::psi, ULPS);
        return exact.result(exact.value(), exact.error() + ULPS * one, 0);
    }

    private static double psi(double x) {
        if (x == 0) {
            return -1 / x;
        }
        double recurrence = 0;
        double argument = x;
        while (argument < LARGE) {
            recurrence += 1 / argument;
            argument++;
        }
        double sum = 0;
        for (int k = BERNOULLI.length; k > 0; k--) {
            sum += BERNOULLI[k - 1] / (2 * k) * Math.pow(argument, -2 * k);
        }
        return Math.log(argument) - 0.5 / argument - sum - recurrence;
    }

    /** ψ′(x), by the reflection formula below 0. */
    public static Scalar trigamma(Scalar operand) {
        Real x = (Real) operand;
        if (!(x.value() < 0)) {
            return x.apply(SpecialFunctions::psiSlope, ULPS);
        }
        if (Math.rint(x.value()) == x.value()) {
            return x.number(Double.POSITIVE_INFINITY);
        }
        Real sine = x.apply(value -> Math.sin(Math.PI * Math.IEEEremainder(value, 1)), 4);
        Scalar root = x.number(Math.PI).over(sine);
        return root.times(root).minus((x.number(1).minus(x)).apply(SpecialFunctions::psiSlope, ULPS));
    }

    private static double psiSlope(double x) {
        double recurrence = 0;
        double argument = x;
        while (argument < LARGE) {
            recurrence += 1 / (argument * argument);
            argument++;
        }
        double sum = 0;
        for (int k = BERNOULLI.length; k > 0; k--) {
            sum += BERNOULLI[k - 1] * Math.pow(argument, -2 * k - 1);
        }
        return recurrence + 1 / argument + 0.5 / argument / argument + sum;
    }

    /** The number whose erf is x. */
    public static Scalar erfInv(Scalar x) {
        return ((Real) x).apply(value -> Math.copySign(inverse(Math.abs(value), 1 - Math.abs(value)), value), ULPS);
    }

    /** The number whose cumulative probability is x. */
    public static Scalar normalQuantile(Scalar x) {
        Real operand = (Real) x;
        Real quantile = operand.apply(
                p -> Math.sqrt(2) * (p < 0.5 ? -inverse(1 - 2 * p, 2 * p) : inverse(2 * p - 1, 2 * (1 - p))), ULPS);
        double normal = operand.precision().computed() == Format.F64 ? Double.MIN_NORMAL : Float.MIN_NORMAL;
        double error = Math.abs(x.asDouble()) < normal ? SUBNORMAL_ERROR * Math.abs(quantile.value()) : 0;
        return quantile.result(quantile.value(), quantile.error() + error, 0);
    }

    /** Bisects, then takes two steps of Newton's method. */
    private static double inverse(double x, double complement) {
        if (Double.isNaN(x) || complement < 0 || complement > 1) {
            return Double.NaN;
        }
        if (complement == 0) {
            return Double.POSITIVE_INFINITY;
        }
        if (complement < 1e-290) {
            return inverseOfTail(Math.log(complement));
        }
        boolean isCenter = x < 0.5;
        DoubleUnaryOperator excess = y -> isCenter ? Reference.erf(y) - x : complement - Reference.erfc(y);
        double low = 0;
        double high = 30;
        for (int i = 0; i < TERMS; i++) {
            double middle = (low + high) / 2;
            if (excess.applyAsDouble(middle) < 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double y = (low + high) / 2;
        if (x < 1e-8) {
            return x * Math.sqrt(Math.PI) / 2;
        }
        for (int i = 0; i < 2; i++) {
            y -= excess.applyAsDouble(y) / (2 / Math.sqrt(Math.PI) * Math.exp(-y * y));
        }
        return y;
    }

    /** Solves y² + ln(y · √π) - ln(1 - 1 / 2y² + …) = -logarithm. */
    private static double inverseOfTail(double logarithm) {
        double y = Math.sqrt(-logarithm);
        for (int i = 0; i < TERMS; i++) {
            double inverse = 1 / (2 * y * y);
            double series = 1 - inverse * (1 - inverse * (3 - inverse * (15 - inverse * 105)));
            y = Math.sqrt(-logarithm - Math.log(y * Math.sqrt(Math.PI)) + Math.log(series));
        }
        return y;
    }

    /** The distribution function of the standard normal distribution. */
    public static Scalar normalCdf(Scalar x) {
        return ((Real) x).apply(SpecialFunctions::normalCdf, NORMAL_ULPS);
    }

    /** erfc(-x / √2) / 2, far below 0 by the continued fraction of Mills' ratio. */
    private static double normalCdf(double x) {
        if (!(x < -1) || x < NORMAL_ZERO) {
            return Reference.erfc(-x * Math.sqrt(0.5)) / 2;
        }
        double fraction = -x;
        for (int term = FRACTION_TERMS; term > 0; term--) {
            fraction = -x + term / fraction;
        }
        // The square of a float is exact.
        double leading = (float) x;
        double bell = Math.exp(-leading * leading / 2) * Math.exp((leading - x) * (leading + x) / 2);
        return bell / fraction / Math.sqrt(2 * Math.PI);
    }

    /** The modified Bessel function of an order. */
    public static Scalar bessel(int order, Scalar x) {
        return ((Real) x).apply(value -> bessel(order, value), ULPS);
    }

    private static double bessel(int order, double x) {
        double size = Math.abs(x);
        double sign = order == 1 && x < 0 ? -1 : 1;
        if (size > 1500) {
            return sign * Double.POSITIVE_INFINITY;
        }
        if (size > LARGE) {
            double term = 1;
            double sum = 1;
            for (int k = 1; k < LARGE; k++) {
                term *= -(4.0 * order * order - (2 * k - 1) * (2 * k - 1)) / (8 * k * size);
                sum += term;
            }
            double half = Math.exp(size / 2);
            return sign * (sum / Math.sqrt(2 * Math.PI * size) * half) * half;
        }
        double square = size * size / 4;
        double term = order == 0 ? 1 : size / 2;
        double sum = term;
        for (int k = 1; k < 2 * TERMS; k++) {
            term *= square / (k * (double) (k + order));
            sum += term;
        }
        return sign * sum;
    }

    /** The next number of the stored format, by its step at x or below it. */
    public static Scalar nextAfter(Scalar operand, Scalar direction) {
        Real x = (Real) operand;
        double value = x.value();
        double target = direction.asDouble();
        if (Double.isNaN(value) || Double.isNaN(target)) {
            return x.number(Double.NaN);
        }
        return Real.exact(value == target ? target : x.precision().stored().next(value, target > value), x.precision());
    }

    /** x · 2^exponent. */
    public static Scalar ldexp(Scalar x, long exponent) {
        return ((Real) x).apply(value -> scaled(value, exponent), 1);
    }

    private static double scaled(double x, long exponent) {
        int bounded = (int) Math.max(-5000, Math.min(5000, exponent));
        return Math.scalb(x, bounded);
    }

    /** The exponent with which the mantissa is from 0.5 to 1. */
    public static int exponent(Scalar x) {
        double value = x.asDouble();
        if (value == 0 || Double.isInfinite(value) || Double.isNaN(value)) {
            return 0;
        }
        double normal = Math.abs(value) < Double.MIN_NORMAL ? value * 0x1p60 : value;
        return Math.getExponent(normal) + 1 - (normal == value ? 0 : 60);
    }
}
