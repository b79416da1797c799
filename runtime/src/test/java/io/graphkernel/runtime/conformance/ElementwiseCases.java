package io.graphkernel.runtime.conformance;

import static io.graphkernel.runtime.conformance.ElementwiseCase.binary;
import static io.graphkernel.runtime.conformance.ElementwiseCase.f32;
import static io.graphkernel.runtime.conformance.ElementwiseCase.of;
import static io.graphkernel.runtime.conformance.ElementwiseCase.unary;

import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.stream.Stream;

/**
 * The elementwise kernels with their definitions, written without the op table. {@code exp}, {@code log}, {@code tanh},
 * {@code erf}, {@code pow}, {@code sqrt} and {@code rsqrt} are allowed 2 units in the last place, other transcendental
 * functions 4, arithmetic is rounded correctly.
 */
final class ElementwiseCases {

    private ElementwiseCases() {}

    static List<ElementwiseCase> all() {
        return Stream.of(arithmetic(), transcendental(), binaries(), comparisons(), declared(), composites())
                .flatMap(List::stream)
                .toList();
    }

    private static List<ElementwiseCase> arithmetic() {
        Class<?> f = UnaryOps.class;
        return List.of(
                unary(f, "identityMath", x -> x),
                unary(f, "abs", Math::abs),
                unary(f, "neg", x -> -x),
                unary(f, "sign", Math::signum).anyZero(),
                unary(f, "reciprocal", x -> 1 / x).within(1),
                unary(f, "sqrt", Math::sqrt).within(2),
                unary(f, "rsqrt", x -> 1 / Math.sqrt(x)).within(2),
                unary(f, "floor", Math::floor),
                unary(f, "ceil", Math::ceil),
                unary(f, "trunc", x -> x < 0 ? Math.ceil(x) : Math.floor(x)),
                unary(f, "round", Math::rint),
                unary(f, "isNan", x -> bit(x != x)).toBool(),
                unary(f, "isInf", x -> bit(Math.abs(x) == Double.POSITIVE_INFINITY))
                        .toBool(),
                unary(f, "isFinite", x -> bit(Math.abs(x) < Double.POSITIVE_INFINITY))
                        .toBool());
    }

    private static List<ElementwiseCase> transcendental() {
        Class<?> f = UnaryOps.class;
        return List.of(
                unary(f, "exp", Math::exp).within(2),
                unary(f, "expm1", Math::expm1).within(4),
                unary(f, "log", Math::log).within(2),
                unary(f, "log1p", Math::log1p).within(4),
                unary(f, "sin", Math::sin).within(4),
                unary(f, "cos", Math::cos).within(4),
                unary(f, "tan", Math::tan).within(4),
                unary(f, "asin", Math::asin).within(4),
                unary(f, "acos", Math::acos).within(4),
                unary(f, "atan", Math::atan).within(4),
                unary(f, "sinh", Math::sinh).within(4),
                unary(f, "cosh", Math::cosh).within(4),
                unary(f, "tanh", Math::tanh).within(2),
                unary(f, "asinh", Reference::asinh).within(4),
                unary(f, "acosh", Reference::acosh).within(4),
                unary(f, "atanh", Reference::atanh).within(4),
                unary(f, "erf", Reference::erf).within(2),
                unary(f, "erfc", Reference::erfc).within(4),
                unary(f, "sigmoid", Reference::sigmoid).within(4));
    }

    private static List<ElementwiseCase> binaries() {
        Class<?> f = BinaryOps.class;
        return List.of(
                binary(f, "add", (x, y) -> x + y),
                binary(f, "sub", (x, y) -> x - y),
                binary(f, "mul", (x, y) -> x * y),
                binary(f, "realDiv", (x, y) -> x / y),
                binary(f, "div", (x, y) -> x / y),
                binary(f, "floorDiv", (x, y) -> Math.floor(x / y)).within(ElementwiseCases::floorOfRoundedQuotient),
                binary(f, "floorMod", Reference::floorMod).anyZero(),
                binary(f, "mod", (x, y) -> x % y),
                binary(f, "maximum", Math::max).anyZero(),
                binary(f, "minimum", Math::min).anyZero(),
                binary(f, "pow", Reference::pow).within(2),
                binary(f, "broadcastLike", (x, like) -> x),
                binary(f, "atan2", Math::atan2).within(4),
                unary(f, "numberMinus", x -> 1 - x).op("sub"),
                unary(f, "overNumber", x -> x / 3).op("realDiv"),
                unary(f, "powTwo", x -> x * x).op("pow").within(2),
                unary(f, "powThree", x -> x * x * x).op("pow").within(2),
                unary(f, "powHalf", x -> Reference.pow(x, 0.5)).op("pow").within(2));
    }

    private static List<ElementwiseCase> comparisons() {
        Class<?> f = BinaryOps.class;
        return List.of(
                binary(f, "equal", (x, y) -> bit(x == y)).toBool(),
                binary(f, "notEqual", (x, y) -> bit(x != y)).toBool(),
                binary(f, "greater", (x, y) -> bit(x > y)).toBool(),
                binary(f, "greaterEqual", (x, y) -> bit(x >= y)).toBool(),
                binary(f, "less", (x, y) -> bit(x < y)).toBool(),
                binary(f, "lessEqual", (x, y) -> bit(x <= y)).toBool());
    }

    private static List<ElementwiseCase> declared() {
        Class<?> f = DeclaredOps.class;
        List<DType> bools = List.of(DType.BOOL, DType.BOOL);
        List<DType> selection = List.of(DType.BOOL, DType.F32, DType.F32);
        return List.of(
                binary(f, "subRow", (x, y) -> x - y).op("sub").declared("n d", "d"),
                binary(f, "rowSub", (x, y) -> x - y).op("sub").declared("d", "n d"),
                binary(f, "subColumn", (x, y) -> x - y).op("sub").declared("n d", "n 1"),
                binary(f, "columnSub", (x, y) -> x - y).op("sub").declared("n 1", "n d"),
                binary(f, "subOuter", (x, y) -> x - y).op("sub").declared("n 1", "d"),
                binary(f, "subScalar", (x, y) -> x - y).op("sub").declared("n d", ""),
                binary(f, "subFixed", (x, y) -> x - y).op("sub").declared("n 3", "3"),
                binary(f, "subBlocks", (x, y) -> x - y).op("sub").declared("n 1 d", "3 1"),
                of(f, "logicalAnd", bools, (x, y, z) -> x * y).toBool().declared("n d", "n d"),
                of(f, "logicalOr", bools, (x, y, z) -> Math.max(x, y)).toBool().declared("n d", "n d"),
                of(f, "logicalXor", bools, (x, y, z) -> bit(x != y)).toBool().declared("n d", "n d"),
                of(f, "logicalAndRow", bools, (x, y, z) -> x * y)
                        .op("logicalAnd")
                        .toBool()
                        .declared("n d", "d"),
                of(f, "logicalNot", List.of(DType.BOOL), (x, y, z) -> 1 - x)
                        .toBool()
                        .declared("n d"),
                of(f, "select", selection, (c, x, y) -> c == 1 ? x : y).declared("n d", "n d", "n d"),
                of(f, "selectColumn", selection, (c, x, y) -> c == 1 ? x : y)
                        .op("select")
                        .declared("n 1", "n d", "d"),
                of(f, "selectNumber", List.of(DType.BOOL, DType.F32), (c, x, z) -> c == 1 ? x : 0.5)
                        .op("select")
                        .declared("n d", "n d"),
                unary(f, "castToBool", x -> bit(x != 0)).op("cast").toBool().declared("n d"),
                of(f, "castToNumber", List.of(DType.BOOL), (x, y, z) -> x)
                        .op("cast")
                        .declared("n d"));
    }

    private static List<ElementwiseCase> composites() {
        Class<?> f = CompositeOps.class;
        return List.of(
                unary(f, "square", x -> x * x),
                unary(f, "reLU", x -> Math.max(x, 0)).anyZero(),
                unary(f, "siLU", x -> Reference.gated(x, x)).within((x, y, z) -> gateUlps(x, x)),
                unary(f, "geLU", x -> Reference.gated(x, geluGate(x))).within((x, y, z) -> gateUlps(x, geluGate(x))),
                unary(f, "fastGeLU", x -> Reference.gated(x, 1.702 * x)).within((x, y, z) -> gateUlps(x, 1.702 * x)),
                unary(f, "hSigmoid", x -> Reference.clip(x / 6 + 0.5, 0, 1))
                        .anyZero()
                        .within((x, y, z) -> 1 + 0x1p-23 / Accuracy.ulp(Reference.clip(x / 6 + 0.5, 0, 1))),
                unary(f, "hSwish", x -> x * (Reference.clip(x + 3, 0, 6) / 6))
                        .within(4)
                        .anyZero(),
                unary(f, "softplus", Reference::softplus).within(8),
                binary(f, "squaredDifference", (x, y) -> (x - y) * (x - y)).within(3),
                binary(f, "leakyReLUExt", (x, slope) -> x < 0 ? slope * x : x),
                f32(f, "fusedMulAdd", 3, (x, y, z) -> (float) (x * y) + z)
                        .within((x, y, z) -> 1 + Accuracy.ulp(x * y) / Accuracy.ulp((float) (x * y) + z)));
    }

    /** The quotient may be rounded to f32 before it is rounded down. */
    private static double floorOfRoundedQuotient(double x, double y, double z) {
        double exact = Math.floor(x / y);
        double rounded = Math.floor((float) (x / y));
        return exact == rounded ? 0.5 : 0.5 + Math.abs(exact - rounded) / Accuracy.ulp(exact);
    }

    private static double geluGate(double x) {
        return 2 * Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x);
    }

    /** An error of 3 units in t is one of 3 |t| units in e^t; below the smallest normal number precision fades. */
    private static double gateUlps(double x, double t) {
        double result = Reference.gated(x, t);
        return 6 + 3 * Math.min(Math.abs(t), 110) + 2 * Math.abs(x) * Float.MIN_VALUE / Accuracy.ulp(result);
    }

    private static double bit(boolean value) {
        return value ? 1 : 0;
    }
}
