package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Numeric;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Composed numeric functions, each with its definition. */
final class NumericCases {

    private static final Sampler MODERATE = Sampler.between(-8, 8);

    /** Equal, close and distant numbers, zeros and special values. */
    private static final Sampler CLOSE = Sampler.oneOf(
            0,
            1,
            1 + 0x1p-17,
            1.25,
            1000,
            1000 + 0x1p-8,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY);

    private NumericCases() {}

    static Stream<Case> all() {
        return Stream.of(signs(), functions(), steps()).flatMap(List::stream).flatMap(ElementwiseOp::cases);
    }

    private static List<ElementwiseOp> signs() {
        return List.of(
                unary("SignBit", x -> Scalar.bool(Numeric.signBit(x))).toBool(),
                binary("CopySign", Numeric::copySign).signedZero(),
                binary("Fmax", Numeric::fmax),
                binary("Fmin", Numeric::fmin),
                unary("Frac", Numeric::frac));
    }

    private static List<ElementwiseOp> functions() {
        return List.of(
                binary("Hypot", (x, y) -> ((Real) x).apply(Math::hypot, y, 4)),
                unary("Cbrt", x -> ((Real) x).apply(Math::cbrt, 4)).signedZero(),
                unary("Sinc", x -> ((Real) x).apply(Numeric::sinc, 8)),
                unary("Logit", x -> ((Real) x).apply(Numeric::logit, 4)),
                unary("Logit", x -> ((Real) x).apply(Numeric::logit, 4))
                        .call("inside", "$(a)")
                        .within(Sampler.between(0.01, 0.99)),
                binary("Xlogy", Numeric::xlogy),
                binary("LogAddExp", Numeric::logAddExp),
                unary("Deg2rad", x -> x.times(x.number(Math.PI / 180))),
                unary("Rad2deg", x -> x.times(x.number(180 / Math.PI))),
                unary("TanhShrink", x -> ((Real) x).apply(Numeric::tanhShrink, 6)),
                unary("TanhShrink", x -> ((Real) x).apply(Numeric::tanhShrink, 6))
                        .call("near", "$(a)")
                        .within(Sampler.between(-2, 2)));
    }

    private static List<ElementwiseOp> steps() {
        return List.of(
                binary("Heaviside", Numeric::heaviside).over(Dtypes.NUMBERS),
                binary("Heaviside", Numeric::heaviside)
                        .call("zeros", "$(a, b)")
                        .within(Sampler.oneOf(-1, 0, 2), Sampler.anything())
                        .over(Dtypes.NUMBERS),
                unary("NanToNum", x -> Numeric.nanToNum(x, x.number(0.5), x.number(3), x.number(-4)))
                        .call("numbers", "$(a, 0.5, 3.0, -4.0)")
                        .within(CLOSE),
                binary("IsClose", (x, y) -> Scalar.bool(Numeric.isClose(x.asDouble(), y.asDouble(), 1e-5, 1e-8)))
                        .within(CLOSE)
                        .toBool(),
                binary("IsClose", (x, y) -> Scalar.bool(Numeric.isClose(x.asDouble(), y.asDouble(), 0.5, 0.25)))
                        .call("numbers", "$(a, b, 0.5, 0.25)")
                        .within(Sampler.oneOf(-4, -1.25, -0.5, 0, 0.25, 0.5, 1, 2, 3))
                        .toBool(),
                unary("Threshold", x -> Numeric.threshold(x, x.number(1), x.number(3)))
                        .call("literals", "$(a, 1.0, 3.0)")
                        .over(Dtypes.NUMBERS),
                new ElementwiseOp("Threshold", 3, x -> Numeric.threshold(x[0], x[1], x[2]))
                        .numbers(1, 2)
                        .within(MODERATE));
    }

    private static ElementwiseOp unary(String op, UnaryOperator<Scalar> definition) {
        return new ElementwiseOp(op, 1, x -> definition.apply(x[0]));
    }

    private static ElementwiseOp binary(String op, BinaryOperator<Scalar> definition) {
        return new ElementwiseOp(op, 2, x -> definition.apply(x[0], x[1]));
    }
}
