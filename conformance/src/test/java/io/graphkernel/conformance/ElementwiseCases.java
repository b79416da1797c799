package io.graphkernel.conformance;

import io.graphkernel.bridge.accuracy.Reference;
import io.graphkernel.bridge.accuracy.ScalarFunction;
import io.graphkernel.conformance.oracle.Elementwise;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Arithmetic, functions and comparisons, each with its definition. */
final class ElementwiseCases {

    private static final Sampler MODERATE = Sampler.between(-8, 8).atAllMagnitudes();

    private ElementwiseCases() {}

    static Stream<Case> all() {
        Stream<ElementwiseOp> basic = Stream.of(arithmetic(), functions(), comparisons(), logical(), numbers())
                .flatMap(List::stream)
                .map(ElementwiseOp::basic);
        return Stream.of(basic, compound().stream(), wholeQuotients().stream())
                .flatMap(Function.identity())
                .flatMap(ElementwiseOp::cases);
    }

    private static List<ElementwiseOp> arithmetic() {
        return List.of(
                binary("Add", Scalar::plus).signedZero(),
                binary("Sub", Scalar::minus).signedZero(),
                binary("Mul", Scalar::times).signedZero(),
                binary("Div", Scalar::over).signedZero(),
                binary("RealDiv", Scalar::over).signedZero().over(Dtypes.REALS),
                binary("FloorDiv", Scalar::floorOver).signedZero(),
                binary("FloorMod", Scalar::floorRemainder).signedZero(),
                binary("Mod", Scalar::remainder).signedZero(),
                binary("Maximum", Scalar::max),
                binary("Minimum", Scalar::min),
                binary("Pow", Scalar::power).signedZero(),
                unary("Abs", Scalar::magnitude).signedZero(),
                unary("Neg", Scalar::negated).signedZero(),
                unary("Sign", Scalar::sign).signedZero(),
                unary("Square", Scalar::squared).signedZero(),
                unary("IdentityMath", x -> x).signedZero().over(Dtypes.STORED),
                unary("StopGradient", x -> x).signedZero().over(Dtypes.STORED));
    }

    /** Several operations of arithmetic. */
    private static List<ElementwiseOp> compound() {
        return List.of(
                binary("SquaredDifference", (x, y) -> x.minus(y).squared()),
                new ElementwiseOp("FusedMulAdd", 3, x -> Elementwise.multiplyAdd(x[0], x[1], x[2]))
                        .over(Dtypes.NUMBERS),
                new ElementwiseOp("Addcmul", 4, x -> Elementwise.addcmul(x[0], x[1], x[2], x[3]))
                        .numbers(3)
                        .over(Dtypes.NUMBERS),
                new ElementwiseOp("Addcmul", 3, x -> Elementwise.addcmul(x[0], x[1], x[2], x[0].number(3)))
                        .call("literal", "$(a, b, c, 3.0)")
                        .over(Dtypes.NUMBERS),
                new ElementwiseOp("Addcdiv", 4, x -> Elementwise.addcdiv(x[0], x[1], x[2], x[3])).numbers(3),
                new ElementwiseOp("Addcdiv", 3, x -> Elementwise.addcdiv(x[0], x[1], x[2], x[0].number(0.75)))
                        .call("literal", "$(a, b, c, 0.75)"),
                new ElementwiseOp("Lerp", 3, x -> Elementwise.lerp(x[0], x[1], x[2]))
                        .numbers(2)
                        .within(MODERATE, MODERATE, Sampler.between(0, 1)),
                binary("Lerp", (x, y) -> Elementwise.lerp(x, y, x.number(0.25)))
                        .call("literal", "$(a, b, 0.25)")
                        .within(MODERATE)
                        .over(Dtypes.REALS));
    }

    /** G2: the quotient is not rounded before floor or trunc; the definition has no tolerance. */
    private static List<ElementwiseOp> wholeQuotients() {
        return List.of(
                binary("DivMod", Scalar::over)
                        .call("none", "$(a, b, Rounding.NONE)")
                        .over(Dtypes.REALS),
                binary("DivMod", Scalar::floorOver)
                        .call("floor", "$(a, b, Rounding.FLOOR)")
                        .signedZero()
                        .over(Dtypes.REALS),
                binary("DivMod", Scalar::truncatedOver)
                        .call("trunc", "$(a, b, Rounding.TRUNC)")
                        .signedZero());
    }

    private static List<ElementwiseOp> functions() {
        Stream<ElementwiseOp> defined = ScalarFunction.ofFloats().stream()
                .map(entry -> function(
                        entry.op(), tolerance(entry), x -> entry.definition().applyAsDouble(x, 0)));
        Stream<ElementwiseOp> others = Stream.of(
                function("AsinhExt", 4, Reference::asinh),
                function("AcoshExt", 4, Reference::acosh),
                new ElementwiseOp("Atan2", 2, x -> ((Real) x[0]).apply(Math::atan2, x[1], 2)).over(Dtypes.REALS));
        return Stream.concat(defined, others).map(ElementwiseOp::signedZero).toList();
    }

    /** Returns the permitted error in units in the last place: a device may round a root differently. */
    private static double tolerance(ScalarFunction function) {
        return function.ulps() > 0 && function.ulps() < 1 ? 2 : function.ulps();
    }

    private static List<ElementwiseOp> comparisons() {
        return List.of(
                binary("Equal", (x, y) -> Scalar.bool(x.isEqual(y))).toBool().over(Dtypes.ALL),
                binary("NotEqual", (x, y) -> Scalar.bool(!x.isEqual(y)))
                        .toBool()
                        .over(Dtypes.ALL),
                binary("Greater", (x, y) -> Scalar.bool(y.isLess(x))).toBool(),
                binary("GreaterEqual", (x, y) -> Scalar.bool(y.isLess(x) || x.isEqual(y)))
                        .toBool(),
                binary("Less", (x, y) -> Scalar.bool(x.isLess(y))).toBool(),
                binary("LessEqual", (x, y) -> Scalar.bool(x.isLess(y) || x.isEqual(y)))
                        .toBool(),
                predicate("IsNan", Double::isNaN),
                predicate("IsInf", Double::isInfinite),
                predicate("IsFinite", Double::isFinite));
    }

    private static List<ElementwiseOp> logical() {
        return List.of(
                binary("LogicalAnd", (x, y) -> Scalar.bool(holds(x) && holds(y)))
                        .over(Dtypes.BOOLS),
                binary("LogicalOr", (x, y) -> Scalar.bool(holds(x) || holds(y))).over(Dtypes.BOOLS),
                binary("LogicalXor", (x, y) -> Scalar.bool(holds(x) != holds(y)))
                        .over(Dtypes.BOOLS),
                unary("LogicalNot", x -> Scalar.bool(!holds(x))).over(Dtypes.BOOLS),
                binary("BroadcastLike", (x, y) -> x).signedZero().over(Dtypes.STORED),
                new ElementwiseOp("Select", 3, x -> holds(x[0]) ? x[1] : x[2])
                        .condition()
                        .signedZero()
                        .over(Dtypes.STORED));
    }

    /** A number in place of an operand. */
    private static List<ElementwiseOp> numbers() {
        return List.of(
                unary("Sub", x -> x.number(1).minus(x)).call("numberMinus", "$(1.0, a)"),
                unary("Mul", x -> x.times(x.number(3))).call("timesNumber", "$(a, 3.0)"),
                unary("RealDiv", x -> x.over(x.number(3)))
                        .call("overNumber", "$(a, 3.0)")
                        .over(Dtypes.REALS),
                unary("Pow", Scalar::squared).call("two", "$(a, 2.0)").signedZero(),
                unary("Pow", x -> x.squared().times(x))
                        .call("three", "$(a, 3.0)")
                        .signedZero(),
                unary("Pow", x -> x.power(x.number(0.5)))
                        .call("half", "$(a, 0.5)")
                        .over(Dtypes.REALS),
                unary("LessEqual", x -> Scalar.bool(!x.number(2).isLess(x) && x.isEqual(x)))
                        .call("two", "$(a, 2.0)")
                        .toBool(),
                new ElementwiseOp("Select", 2, x -> holds(x[0]) ? x[1] : x[1].number(0.5))
                        .condition()
                        .call("number", "$(a, b, 0.5)")
                        .over(Dtypes.REALS));
    }

    private static boolean holds(Scalar x) {
        return x.asDouble() != 0;
    }

    private static ElementwiseOp unary(String op, UnaryOperator<Scalar> definition) {
        return new ElementwiseOp(op, 1, x -> definition.apply(x[0])).over(Dtypes.NUMBERS);
    }

    private static ElementwiseOp binary(String op, BinaryOperator<Scalar> definition) {
        return new ElementwiseOp(op, 2, x -> definition.apply(x[0], x[1])).over(Dtypes.NUMBERS);
    }

    private static ElementwiseOp function(String op, double ulps, DoubleUnaryOperator definition) {
        return unary(op, x -> ((Real) x).apply(definition, ulps)).over(Dtypes.REALS);
    }

    private static ElementwiseOp predicate(String op, DoublePredicate definition) {
        return unary(op, x -> Scalar.bool(definition.test(x.asDouble())))
                .toBool()
                .over(Dtypes.REALS);
    }
}
