package io.graphkernel.conformance.accuracy;

import static io.graphkernel.conformance.accuracy.AccuracyBounds.SMALL;
import static io.graphkernel.conformance.accuracy.AccuracyBounds.bound;
import static io.graphkernel.conformance.accuracy.AccuracyBounds.largest;
import static java.lang.Math.abs;
import static java.lang.Math.exp;

import io.graphkernel.bridge.accuracy.Reference;
import java.util.List;
import java.util.stream.DoubleStream;

/** Error bounds of the gradients of elementwise ops, most of which are sums that cancel. */
final class GradientBounds {

    private GradientBounds() {}

    static List<AccuracyBound> all() {
        return List.of(
                new AccuracyBound("LeakyReLUExtGrad", 2, "$(a, b, 0.3125)"),
                new AccuracyBound("HShrinkGrad", 2, "$(a, b, 0.5)"),
                new AccuracyBound("EluGrad", 2, "$(a, b, 1.5)")
                        .scale("of |dy| · (|y| + alpha)", (x, r) -> largest(x[0] * (abs(x[1]) + 1.5))),
                bound("HSwishGrad", 2, "of dy", (x, r) -> abs(x[0])),
                new AccuracyBound("GeLUGrad", 2, "$(a, b)")
                        .scale(
                                "of |dy| · s · (1 + |x · 2u'|), times 1 + |2u| for x < 0, or of 2⁻¹¹⁹ · |dy| if that is"
                                        + " larger",
                                (x, r) -> gelu(x[0], x[1])),
                bound(
                        "GeLUErfGrad",
                        2,
                        "of |dy| · (Φ(x) + |x| · φ(x)) · (1 + x²), or of 2⁻¹¹⁹ · |dy| if that is larger",
                        (x, r) -> geluErf(x[0], x[1])),
                bound(
                        "FastGeLUGrad",
                        2,
                        "of |dy| · s · (1 + |1.702 x|)², or of 2⁻¹¹⁹ · |dy| if that is larger",
                        (x, r) -> silu(x[0], AccuracyBounds.FAST_SLOPE * x[1], 2)),
                bound(
                        "SiLUGrad",
                        2,
                        "of |dy| · s · (1 + |x|), or of 2⁻¹¹⁹ · |dy| if that is larger",
                        (x, r) -> silu(x[0], x[1], 1)),
                bound(
                        "MishGrad",
                        2,
                        "of |dy| · sigmoid(x) · (1 + |x|), or of 2⁻¹¹⁹ · |dy| if that is larger",
                        (x, r) -> silu(x[0], x[1], 1)),
                bound("SoftplusGrad", 2, "of the larger of the result and 2⁻¹²⁶ · |dy|", (x, r) -> logistic(x[0], r)),
                bound("LogSigmoidGrad", 2, "of the larger of the result and 2⁻¹²⁶ · |dy|", (x, r) -> logistic(x[0], r)),
                new AccuracyBound("SoftplusGradExt", 2, "$(a, b, 1.5, 20.0)")
                        .scale(
                                "of the result, times 1 + |beta · x|, or of 2⁻¹²⁶ · |dout| if that is larger",
                                (x, r) -> logistic(x[0], r * (1 + 1.5 * bounded(x[1])))),
                bound(
                        "SigmoidGrad",
                        2,
                        "of the result, if dy · y neither overflows nor is subnormal",
                        (x, r) -> product(r, x[0] * x[1])),
                bound(
                        "TanhGrad",
                        2,
                        "of the result, if 1 - y² neither overflows nor is subnormal",
                        (x, r) -> product(r, (1 - x[0]) * (1 + x[0]))),
                bound(
                        "SqrtGrad",
                        2,
                        "for y of at most 2¹²⁷",
                        (x, r) -> abs(x[0]) > 0x1p127 ? AccuracyBound.NONE : abs(r)),
                bound(
                        "RsqrtGrad",
                        2,
                        "of the result, if dy · y or dy · y² neither overflows nor is subnormal",
                        (x, r) -> product(r, x[0] * x[1], x[0] * x[1] * x[0])),
                bound(
                        "ReciprocalGrad",
                        2,
                        "of the result, if dy · y neither overflows nor is subnormal",
                        (x, r) -> product(r, x[0] * x[1])));
    }

    /** Returns a magnitude; none for an infinite gradient, times which a sigmoid that underflows is NaN. */
    static double ofGradient(double dy, double magnitude) {
        return Double.isInfinite(dy) ? AccuracyBound.NONE : magnitude;
    }

    /** Returns the magnitude of a product; none if a factor overflows or is subnormal. */
    private static double product(double result, double... factors) {
        return DoubleStream.of(factors).allMatch(AccuracyBounds::isNormal) ? abs(result) : AccuracyBound.NONE;
    }

    private static double logistic(double dy, double result) {
        return ofGradient(dy, largest(result, dy * Float.MIN_NORMAL));
    }

    /** |dy| · s · (1 + |z|) to a power. */
    private static double silu(double dy, double z, int power) {
        return ofGradient(dy, largest(dy * sigmoid(z) * Math.pow(1 + bounded(z), power), dy * SMALL));
    }

    /** |dy| · s · (1 + |x · 2u'|), times 1 + |2u| for x < 0. */
    private static double gelu(double dy, double x) {
        double z = AccuracyBounds.geluArgument(x);
        double rise = bounded(x * 2 * Math.sqrt(2 / Math.PI) * (1 + 3 * 0.044715 * x * x));
        double share = sigmoid(z) * (1 + rise) * (x < 0 ? 1 + bounded(z) : 1);
        return ofGradient(dy, largest(dy * share, dy * SMALL));
    }

    /** |dy| · (Φ(x) + |x| · φ(x)) · (1 + x²). */
    private static double geluErf(double dy, double x) {
        double size = bounded(x);
        double density = exp(-size * size / 2) / Math.sqrt(2 * Math.PI);
        double share = Reference.erfc(-x * Math.sqrt(0.5)) / 2 + size * density;
        return ofGradient(dy, largest(dy * share * (1 + size * size), dy * SMALL));
    }

    private static double sigmoid(double z) {
        return 1 / (1 + exp(-z));
    }

    /** Returns the magnitude, up to one beyond which all derivatives are constant. */
    private static double bounded(double x) {
        return Math.min(abs(x), 128);
    }
}
