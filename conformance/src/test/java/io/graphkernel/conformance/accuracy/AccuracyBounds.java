package io.graphkernel.conformance.accuracy;

import static java.lang.Math.abs;
import static java.lang.Math.max;

import io.graphkernel.conformance.accuracy.AccuracyBound.Scale;
import io.graphkernel.graph.DataType;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Error bounds of all elementwise ops on floats. */
final class AccuracyBounds {

    /** Elementwise ops on floats that other tests check, since the f64 op is not their definition. */
    private static final Map<String, String> CHECKED_ELSEWHERE = Map.of(
            "Cast", "exact conversions of the conformance cases",
            "Bitcast", "the bits, in the conformance cases",
            "NextAfter", "the neighbors in each dtype, in the conformance cases",
            "PhiloxUniform", "exact values of the conformance cases",
            "PhiloxNormal", "the definition in the conformance cases");

    /** Largest result of x · eˣ where eˣ is subnormal, rounded to a power of 2. */
    static final double SMALL = 0x1p-119;

    static final double FAST_SLOPE = 1.702;

    private AccuracyBounds() {}

    /** Returns the rows of ops that compute each element of the result from one element of each operand. */
    static List<OpRow> elementwiseRows() {
        return OpTable.get().rows().stream()
                .filter(row -> row.kind() == OpKind.ELEMENTWISE || isElementwise(row))
                .toList();
    }

    private static boolean isElementwise(OpRow row) {
        return row.kind() == OpKind.COMPOSITE
                && row.shape().isEmpty()
                && row.parameters().stream().allMatch(AccuracyBounds::isElement);
    }

    /** Returns true for tensors and numbers, and for attributes that select a function of one element. */
    private static boolean isElement(OpParameter parameter) {
        return switch (parameter.kind()) {
            case TENSOR, NUMBER, OPTIONAL_TENSOR -> true;
            case ENUM -> parameter.enumType().equals("Rounding");
            default -> false;
        };
    }

    /** Returns the elementwise rows whose bounds these tests check. */
    static List<OpRow> checkedRows() {
        return elementwiseRows().stream()
                .filter(row -> row.dtypes().dtypes().contains(DataType.F32))
                .filter(row -> !CHECKED_ELSEWHERE.containsKey(row.name()))
                .toList();
    }

    static Set<String> checkedElsewhere() {
        return CHECKED_ELSEWHERE.keySet();
    }

    /** Returns the bounds of all checked rows; those of tensors alone are called with their operands. */
    static List<AccuracyBound> all() {
        Map<String, List<AccuracyBound>> listed = Stream.of(
                        arithmetic(), activations(), numeric(), special(), GammaBounds.all(), GradientBounds.all())
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(AccuracyBound::op));
        return checkedRows().stream()
                .flatMap(row -> listed.getOrDefault(row.name(), List.of()).isEmpty()
                        ? plain(row).stream()
                        : listed.get(row.name()).stream())
                .toList();
    }

    /** Returns the bound of a call with tensors alone, relative to the result. */
    private static List<AccuracyBound> plain(OpRow row) {
        boolean isPlain = row.parameters().stream()
                .allMatch(p -> p.kind() == OpParameter.Kind.TENSOR && p.dtype() == OpDtype.SHARED);
        return isPlain ? List.of(bound(row.name(), row.arity())) : List.of();
    }

    private static AccuracyBound bound(String op, int operands) {
        return new AccuracyBound(
                op, operands, "$(" + "abcd".substring(0, operands).replaceAll("(?<=.)(?=.)", ", ") + ")");
    }

    static AccuracyBound bound(String op, int operands, String magnitude, Scale scale) {
        return bound(op, operands).scale(magnitude, scale);
    }

    private static AccuracyBound call(String op, int operands, String call) {
        return new AccuracyBound(op, operands, call);
    }

    private static List<AccuracyBound> arithmetic() {
        return List.of(
                bound("BroadcastLike", 2),
                call("Select", 3, "$(greater(a, 0.0), b, c)"),
                bound(
                        "FusedMulAdd",
                        3,
                        "of the largest term, if x · y does not overflow",
                        (x, r) -> largest(x[0] * x[1], x[2])),
                call("Addcmul", 3, "$(a, b, c, 3.0)")
                        .scale(
                                "of the largest term, if no product overflows or is subnormal",
                                (x, r) -> ofTerms(x[0], x[1] * x[2])),
                call("Addcdiv", 3, "$(a, b, c, 3.0)")
                        .scale(
                                "of the largest term, if no quotient or product overflows or is subnormal",
                                (x, r) -> ofTerms(x[0], x[1] / x[2])),
                call("Lerp", 2, "$(a, b, 0.25)").scale("of the larger of start and end", (x, r) -> largest(x[0], x[1])),
                call("DivMod", 2, "$(a, b)"),
                call("DivMod", 2, "$(a, b, Rounding.FLOOR)").form("Floor"),
                call("DivMod", 2, "$(a, b, Rounding.TRUNC)").form("Trunc"),
                call("ClampScalar", 1, "$(a, -1.5, 3.0)"),
                call("MaskedFill", 2, "$(a, greater(b, 0.0), 2.5)"),
                call("SmoothL1LossGrad", 3, "$(a, b, c, 0.75)")
                        .scale(
                                "of the larger of the result and 2⁻¹²⁶ · |dout|",
                                (x, r) -> GradientBounds.ofGradient(x[2], largest(r, x[2] * Float.MIN_NORMAL))),
                bound(
                        "SigmoidCrossEntropyWithLogits",
                        2,
                        "of the larger of the result and |x| · (1 + |z|)",
                        (x, r) -> largest(r, x[0] * (1 + abs(x[1])))),
                bound(
                        "SigmoidCrossEntropyWithLogitsGrad",
                        3,
                        "of |dout| · (1 + |z|)",
                        (x, r) -> abs(x[2]) * (1 + abs(x[1]))));
    }

    private static List<AccuracyBound> activations() {
        return List.of(
                call("LeakyReLUExt", 1, "$(a, 0.3125)"),
                call("PReLU", 2, "reshape($(reshape(a, 1, -1), b), -1)"),
                call("HShrink", 1, "$(a, 0.5)"),
                call("SoftShrink", 1, "$(a, 0.5)"),
                call("SoftplusExt", 1, "$(a, 1.5, 20.0)")
                        .scale(
                                "of the result, times 1 + |beta · x| for x < 0",
                                (x, r) -> x[0] < 0 ? r * (1 - 1.5 * x[0]) : abs(r)),
                call("EluExt", 1, "$(a, 1.5)"),
                call("CeLU", 1, "$(a, 1.5)"),
                bound("HSigmoid", 1, "of the larger of the result and 1/2", (x, r) -> max(abs(r), 0.5)),
                bound(
                        "HSwish",
                        1,
                        "of the larger of the result and |x| / 2",
                        (x, r) -> abs(x[0]) * max(abs(r / x[0]), 0.5)),
                bound("SiLU", 1, "of the result, or of 2⁻¹¹⁹ if that is larger", (x, r) -> largest(r, SMALL)),
                bound("Mish", 1, "of the result, or of 2⁻¹¹⁹ if that is larger", (x, r) -> largest(r, SMALL)),
                bound(
                        "GeLU",
                        1,
                        "of the result, times 1 + |2u| for x < 0, or of 2⁻¹¹⁹ if that is larger",
                        (x, r) -> magnified(r, geluArgument(x[0]))),
                bound(
                        "FastGeLU",
                        1,
                        "of the result, times 1 + 1.702 |x| for x < 0, or of 2⁻¹¹⁹ if that is larger",
                        (x, r) -> magnified(r, FAST_SLOPE * x[0])),
                bound(
                        "GeLUErf",
                        1,
                        "of the result, times 1 + x² for x < 0, or of 2⁻¹¹⁹ if that is larger",
                        (x, r) -> magnified(r, x[0] * abs(x[0]))));
    }

    private static List<AccuracyBound> numeric() {
        return List.of(
                bound(
                        "LogAddExp",
                        2,
                        "of the largest of |x|, |y| and the result",
                        (x, r) -> max(abs(r), max(abs(x[0]), abs(x[1])))),
                call("Threshold", 1, "$(a, 1.0, 3.0)"),
                call("NanToNum", 1, "$(a, 0.5, 3.0, -4.0)"),
                bound("Heaviside", 2),
                call("IsClose", 2, "$(a, b, 0.001, 0.5)")
                        .scale("unless the distance is within roundings of the tolerance", AccuracyBounds::closeness));
    }

    private static List<AccuracyBound> special() {
        return List.of(
                bound("NormalQuantile", 1, "a relative error up to 3e-7 for subnormal x", AccuracyBound.OF_RESULT),
                call("Ldexp", 2, "$(a, cast(b, DType.I32))")
                        .scale(
                                "of subnormal results; others are exact",
                                (x, r) -> abs(r) < Float.MIN_NORMAL ? abs(r) : Float.MIN_VALUE),
                call("Frexp", 1, "$(a).mantissa()").form("Mantissa"),
                call("Frexp", 1, "cast($(a).exponent(), DType.@)").form("Exponent"));
    }

    /** Returns the largest magnitude; none if a term overflows in f32. */
    static double largest(double... terms) {
        double largest = 0;
        for (double term : terms) {
            if (abs(term) > Float.MAX_VALUE && !Double.isInfinite(term)) {
                return AccuracyBound.NONE;
            }
            largest = max(largest, abs(term));
        }
        return largest;
    }

    /** Returns the magnitude of x + 3 · product; none if the product overflows or is subnormal. */
    private static double ofTerms(double x, double product) {
        return isNormal(product) && isNormal(3 * product) ? largest(x, 3 * product) : AccuracyBound.NONE;
    }

    /** Returns true for 0, infinity, and numbers that f32 neither rounds to infinity nor stores as subnormal ones. */
    static boolean isNormal(double value) {
        double size = abs(value);
        return size == 0 || Double.isInfinite(size) || size >= 2 * Float.MIN_NORMAL && size < Float.MAX_VALUE;
    }

    /** Returns the magnitude of a sigmoid of a rounded argument times a factor: exponentials magnify its error. */
    private static double magnified(double result, double argument) {
        return largest(argument < 0 ? result * (1 - argument) : result, SMALL);
    }

    /** Returns the argument of the sigmoid in the tanh approximation of GeLU. */
    static double geluArgument(double x) {
        return 2 * Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x);
    }

    /** Requires equal results, except where the distance is the tolerance but for roundings. */
    private static double closeness(double[] x, double result) {
        double distance = abs(x[0] - x[1]);
        double tolerance = 0.5 + 0.001 * abs(x[1]);
        double roundings = 0x1p-20 * (abs(x[0]) + tolerance);
        return abs(distance - tolerance) <= roundings || distance > Float.MAX_VALUE ? AccuracyBound.NONE : 1;
    }
}
