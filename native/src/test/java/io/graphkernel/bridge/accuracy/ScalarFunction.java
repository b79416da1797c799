package io.graphkernel.bridge.accuracy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A function of the C prelude and its definition.
 *
 * @param name without the prefix {@code gk_}
 * @param operands 1 or 2
 * @param ulps what is allowed in f32, in units in the last place of the exact result
 * @param limits in f64, right wherever an operand is infinite or the result a NaN, infinite or 0; elsewhere any other number
 * @param exact where the result is a number but 0
 */
record ScalarFunction(String name, int operands, double ulps, DoubleBinaryOperator limits, Definition exact) {

    /** To 30 digits; of a function with one operand, the second is 0. */
    @FunctionalInterface
    interface Definition {
        BigDecimal at(BigDecimal x, BigDecimal y);
    }

    private static final double HALF = 0.5;

    static List<ScalarFunction> unary() {
        return Stream.of(exponential(), circular(), hyperbolic(), rounding())
                .flatMap(List::stream)
                .toList();
    }

    private static List<ScalarFunction> exponential() {
        return List.of(
                unary("exp", 2, StrictMath::exp, Exact::exp),
                unary("expm1", 2, StrictMath::expm1, Exact::expm1),
                unary("exp2", 2, x -> x >= 1024 ? Double.POSITIVE_INFINITY : x < -1080 ? 0 : x + 2000, Exact::exp2),
                unary("log", 2, StrictMath::log, Exact::log),
                unary("log1p", 2, StrictMath::log1p, Exact::log1p),
                unary("log2", 2, StrictMath::log, Exact::log2),
                unary("log10", 2, StrictMath::log, Exact::log10),
                unary("sigmoid", 2, x -> x < -750 ? 0 : Math.min(x + 2000, 1), Exact::sigmoid),
                unary("erf", 2, Math::signum, Exact::erf),
                unary("erfc", 4, x -> x > 27.5 ? 0 : Math.min(30 - x, 2), Exact::erfc));
    }

    private static List<ScalarFunction> circular() {
        return List.of(
                unary("sin", 2, StrictMath::sin, Exact::sin),
                unary("cos", 2, StrictMath::cos, Exact::cos),
                unary("tan", 2, StrictMath::tan, Exact::tan),
                unary("asin", 2, StrictMath::asin, Exact::asin),
                unary("acos", 2, StrictMath::acos, Exact::acos),
                unary("atan", 2, StrictMath::atan, Exact::atan));
    }

    private static List<ScalarFunction> hyperbolic() {
        return List.of(
                unary("sinh", 2, StrictMath::sinh, Exact::sinh),
                unary("cosh", 2, StrictMath::cosh, Exact::cosh),
                unary("tanh", 2, StrictMath::tanh, Exact::tanh),
                unary("asinh", 4, x -> x, Exact::asinh),
                unary("acosh", 4, x -> x < 1 ? Double.NaN : x - 1, Exact::acosh),
                unary("atanh", 4, x -> Math.abs(x) > 1 ? Double.NaN : x / (1 - Math.abs(x)), Exact::atanh));
    }

    private static List<ScalarFunction> rounding() {
        return List.of(
                unary("sqrt", HALF, Math::sqrt, Exact::sqrt),
                unary("rsqrt", 2, x -> 1 / Math.sqrt(x), x -> Exact.sqrt(BigDecimal.ONE.divide(x, Exact.DIGITS))),
                unary("reciprocal", 2, x -> 1 / x, x -> BigDecimal.ONE.divide(x, Exact.DIGITS)),
                unary("floor", 0, Math::floor, x -> x.setScale(0, RoundingMode.FLOOR)),
                unary("ceil", 0, Math::ceil, x -> x.setScale(0, RoundingMode.CEILING)),
                unary("trunc", 0, x -> x < 0 ? Math.ceil(x) : Math.floor(x), x -> x.setScale(0, RoundingMode.DOWN)),
                unary("round", 0, Math::rint, x -> x.setScale(0, RoundingMode.HALF_EVEN)),
                unary("sign", 0, Math::signum, x -> BigDecimal.valueOf(x.signum())),
                unary("abs", 0, Math::abs, BigDecimal::abs),
                unary("neg", 0, x -> -x, BigDecimal::negate));
    }

    static List<ScalarFunction> binary() {
        return List.of(
                new ScalarFunction("pow", 2, 4, ScalarFunction::limitsOfPower, Exact::pow),
                new ScalarFunction("atan2", 2, 2, StrictMath::atan2, Exact::atan2),
                new ScalarFunction("mod", 2, 0, (x, y) -> x % y, BigDecimal::remainder),
                new ScalarFunction("floorMod", 2, HALF, ScalarFunction::limitsOfFloorMod, Exact::floorMod));
    }

    private static ScalarFunction unary(
            String name, double ulps, DoubleUnaryOperator limits, UnaryOperator<BigDecimal> exact) {
        return new ScalarFunction(name, 1, ulps, (x, y) -> limits.applyAsDouble(x), (x, y) -> exact.apply(x));
    }

    /** IEEE 754, which other than Java gives 1 for a power of 1 and for an infinite power of -1. */
    private static double limitsOfPower(double x, double y) {
        return x == 1 || x == -1 && Double.isInfinite(y) ? 1 : StrictMath.pow(x, y);
    }

    private static double limitsOfFloorMod(double x, double y) {
        double rest = x % y;
        if (rest == 0) {
            return Math.copySign(rest, y);
        }
        return rest * Math.signum(y) < 0 ? rest + y : rest;
    }

    @Override
    public String toString() {
        return name;
    }
}
