package io.graphkernel.bridge.accuracy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * An elementwise function on floats and its definition, from which the accuracy tests of the C prelude and the cases of
 * {@code conformance} are derived.
 *
 * @param op name of the op
 * @param operands number of operands, 1 or 2
 * @param ulps permitted f32 error, in units in the last place of the exact result
 * @param definition float64 function, exact if an operand is infinite or the result is NaN, infinite or 0
 * @param exact exact function where the result is a nonzero number
 */
public record ScalarFunction(
        String op, int operands, double ulps, DoubleBinaryOperator definition, DecimalFunction exact) {

    /** Returns the result to 30 digits; for a function with one operand, the second is 0. */
    @FunctionalInterface
    public interface DecimalFunction {
        /** Returns the result for two operands. */
        BigDecimal at(BigDecimal x, BigDecimal y);
    }

    private static final double HALF = 0.5;

    static List<ScalarFunction> unary() {
        return Stream.concat(ofFloats().stream(), signs().stream()).toList();
    }

    /** Returns the functions of one operand that only floats have. */
    public static List<ScalarFunction> ofFloats() {
        return Stream.of(exponential(), circular(), hyperbolic(), rounding())
                .flatMap(List::stream)
                .toList();
    }

    private static List<ScalarFunction> exponential() {
        return List.of(
                unary("Exp", 2, StrictMath::exp, Exact::exp),
                unary("Expm1", 2, StrictMath::expm1, Exact::expm1),
                unary("Exp2", 2, x -> Math.pow(2, x), Exact::exp2),
                unary("Log", 2, StrictMath::log, Exact::log),
                unary("Log1p", 2, StrictMath::log1p, Exact::log1p),
                unary("Log2", 2, Reference::log2, Exact::log2),
                unary("Log10", 2, StrictMath::log10, Exact::log10),
                unary("Sigmoid", 2, Reference::sigmoid, Exact::sigmoid),
                unary("Erf", 2, Reference::erf, Exact::erf),
                unary("Erfc", 4, Reference::erfc, Exact::erfc));
    }

    private static List<ScalarFunction> circular() {
        return List.of(
                unary("Sin", 2, StrictMath::sin, Exact::sin),
                unary("Cos", 2, StrictMath::cos, Exact::cos),
                unary("Tan", 2, StrictMath::tan, Exact::tan),
                unary("Asin", 2, StrictMath::asin, Exact::asin),
                unary("ACos", 2, StrictMath::acos, Exact::acos),
                unary("Atan", 2, StrictMath::atan, Exact::atan));
    }

    private static List<ScalarFunction> hyperbolic() {
        return List.of(
                unary("Sinh", 2, StrictMath::sinh, Exact::sinh),
                unary("Cosh", 2, StrictMath::cosh, Exact::cosh),
                unary("Tanh", 2, StrictMath::tanh, Exact::tanh),
                unary("Asinh", 4, Reference::asinh, Exact::asinh),
                unary("Acosh", 4, Reference::acosh, Exact::acosh),
                unary("Atanh", 4, Reference::atanh, Exact::atanh));
    }

    private static List<ScalarFunction> rounding() {
        return List.of(
                unary("Sqrt", HALF, Math::sqrt, Exact::sqrt),
                unary("Rsqrt", 2, x -> 1 / Math.sqrt(x), x -> Exact.sqrt(BigDecimal.ONE.divide(x, Exact.DIGITS))),
                unary("Reciprocal", 1, x -> 1 / x, x -> BigDecimal.ONE.divide(x, Exact.DIGITS)),
                unary("Floor", 0, Math::floor, x -> x.setScale(0, RoundingMode.FLOOR)),
                unary("Ceil", 0, Math::ceil, x -> x.setScale(0, RoundingMode.CEILING)),
                unary("Trunc", 0, x -> x < 0 ? Math.ceil(x) : Math.floor(x), x -> x.setScale(0, RoundingMode.DOWN)),
                unary("Round", 0, Math::rint, x -> x.setScale(0, RoundingMode.HALF_EVEN)));
    }

    private static List<ScalarFunction> signs() {
        return List.of(
                unary("Sign", 0, x -> Math.signum(x) + 0.0, x -> BigDecimal.valueOf(x.signum())),
                unary("Abs", 0, Math::abs, BigDecimal::abs),
                unary("Neg", 0, x -> -x, BigDecimal::negate));
    }

    static List<ScalarFunction> binary() {
        return List.of(
                new ScalarFunction("Pow", 2, 4, Reference::pow, Exact::pow),
                new ScalarFunction("Atan2", 2, 2, StrictMath::atan2, Exact::atan2),
                new ScalarFunction("Mod", 2, 0, (x, y) -> x % y, BigDecimal::remainder),
                new ScalarFunction("FloorMod", 2, HALF, Reference::floorMod, Exact::floorMod));
    }

    private static ScalarFunction unary(
            String op, double ulps, DoubleUnaryOperator definition, UnaryOperator<BigDecimal> exact) {
        return new ScalarFunction(op, 1, ulps, (x, y) -> definition.applyAsDouble(x), (x, y) -> exact.apply(x));
    }

    /** Returns the name in the prelude without the prefix {@code gk_}. */
    @Override
    public String toString() {
        return op.equals("ACos") ? "acos" : Character.toLowerCase(op.charAt(0)) + op.substring(1);
    }
}
