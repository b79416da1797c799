package io.graphkernel.processor.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of gradients at all magnitudes: a gradient that is in range in float64 is in range in a narrower dtype, so that no
 * intermediate overflows or underflows first.
 */
class GradientMagnitudeTest {

    private static final Map<String, List<GradientCase>> CASES = GradientCases.all();

    private static final double[] MAGNITUDES = {1e30, 1e20, 1e10, 1, 0.3, 1e-10, 1e-20, 1e-30};
    private static final double[] HALF_MAGNITUDES = {3e4, 300, 10, 1, 0.3, 1e-2, 1e-3};

    /** Range limit in which f32 has all its digits, with a margin for rounding errors. */
    private static final double SMALLEST = 1e-36;

    private static final double LARGEST = 1e38;

    /** The same limit for f16. */
    private static final double SMALLEST_HALF = 1e-4;

    private static final double MAX_HALF = 6e4;

    /** Draws per case, set by {@code -Dgradient.magnitudes}. */
    private static final int DRAWS = Integer.getInteger("gradient.magnitudes", 60);

    private static final long SEED = Long.getLong("gradient.magnitudes.seed", 0);

    /** Relative error limit, above rounding errors: a larger one shows that a value has left the range. */
    private static final double TOLERANCE = 1e-3;

    private static final double TOLERANCE_OF_HALF = 5e-2;

    /** Relative change of operands across which a gradient must not jump, to be compared. */
    private static final double NUDGE = 1e-6;

    private static final double NUDGE_OF_HALF = 1e-2;

    private static final int NUDGES = 16;

    static Stream<String> elementwiseRows() {
        return OpTable.get().rows().stream()
                .filter(GradientCases::hasGradient)
                .filter(row -> row.kind() == OpKind.ELEMENTWISE
                        || row.kind() == OpKind.COMPOSITE && row.shape().isEmpty())
                .map(OpRow::name)
                .filter(row -> CASES.get(row).stream().anyMatch(GradientMagnitudeTest::isOfSingles));
    }

    private static boolean isOfSingles(GradientCase tested) {
        return tested.operands().stream().allMatch(operand -> Float64Interpreter.count(operand.shape()) == 1);
    }

    @ParameterizedTest
    @MethodSource("elementwiseRows")
    void gradient_inF32_staysInRange(String row) throws Exception {
        requireInRange(row, DataType.F32);
    }

    @ParameterizedTest
    @MethodSource("elementwiseRows")
    @Tag("slow")
    void gradient_inF16_staysInRange(String row) throws Exception {
        requireInRange(row, DataType.F16);
    }

    /**
     * The slopes of a power are products of 0 and infinity there, as those of other ops; {@code NanToNum} replaces
     * infinities by constants.
     */
    static Stream<String> rowsWithLimits() {
        return elementwiseRows().filter(row -> !Set.of("Pow", "NanToNum").contains(row));
    }

    /** A slope with a limit equals it at infinity, and is not a difference or product of infinities. */
    @ParameterizedTest
    @MethodSource("rowsWithLimits")
    void gradient_atInfinity_isItsLimit(String row) throws Exception {
        GradientCase tested = CASES.get(row).stream()
                .filter(GradientMagnitudeTest::isOfSingles)
                .findFirst()
                .orElseThrow();
        Derived exact = Derived.of(tested, DataType.F64);
        SplittableRandom random = new SplittableRandom(row.hashCode() + SEED);
        List<String> wrong = new ArrayList<>();
        for (int draw = 0; draw < DRAWS && wrong.size() < 5; draw++) {
            Map<String, Value> values = new LinkedHashMap<>();
            List<Node> parameters = exact.gradient.tensorParameters();
            parameters.forEach(parameter -> values.put(parameter.label(), ordinary(tested, parameter, random)));
            Node far = parameters.get(draw % parameters.size());
            if (far.dtype().isFloating() && isTensor(tested, far.label())) {
                double sign = random.nextBoolean() ? 1 : -1;
                double[][] found = new double[3][];
                double[] magnitudes = {1e100 * sign, 1e150 * sign, Double.POSITIVE_INFINITY * sign};
                for (int i = 0; i < magnitudes.length; i++) {
                    Arrays.fill(values.get(far.label()).elements(), magnitudes[i]);
                    found[i] = Derived.elements(exact.gradient, values, (type, value) -> value);
                }
                for (int i = 0; i < found[0].length; i++) {
                    double limit = Math.abs(found[1][i]) < 1e-50 ? 0 : found[1][i];
                    boolean settles = Math.abs(found[0][i] - limit) <= 1e-6 * Math.max(Math.abs(limit), 1e-40);
                    boolean compared =
                            isTensor(tested, exact.gradient.outputs().get(i).name());
                    if (compared && settles && Math.abs(limit) < 1e50 && !isClose(found[2][i], limit, TOLERANCE)) {
                        wrong.add("d" + exact.gradient.outputs().get(i).name() + " is " + found[2][i] + " instead of "
                                + limit + " for " + Derived.describe(values));
                    }
                }
            }
        }
        assertThat(wrong).as(tested.text()).isEmpty();
    }

    /** Returns true unless the parameter is a cotangent or a setting such as the steepness of a curve. */
    private static boolean isTensor(GradientCase tested, String label) {
        return label.startsWith("p")
                && tested.operands()
                                .get(Integer.parseInt(label.substring(1)))
                                .parameter()
                                .kind()
                        != OpParameter.Kind.NUMBER;
    }

    /** Returns a value in the domain of an operand; 1 for a cotangent. */
    private static Value ordinary(GradientCase tested, Node parameter, SplittableRandom random) {
        Value value =
                new Value(parameter.shape().dims().stream().mapToInt(dim -> 1).toArray());
        double drawn = 1;
        if (!parameter.label().startsWith("d")) {
            GradientCase.Operand operand =
                    tested.operands().get(Integer.parseInt(parameter.label().substring(1)));
            drawn = parameter.dtype().isFloating()
                    ? random.nextDouble(operand.low(), operand.high())
                    : random.nextInt(2);
        }
        value.elements()[0] = drawn;
        return value;
    }

    private static void requireInRange(String row, DataType dtype) throws NonDifferentiableException, TypeException {
        List<GradientCase> singles = CASES.get(row).stream()
                .filter(GradientMagnitudeTest::isOfSingles)
                .toList();
        SplittableRandom random = new SplittableRandom(row.hashCode() + SEED);
        List<String> wrong = new ArrayList<>();
        Derived narrow = Derived.of(singles.get(0), dtype);
        Derived exact = Derived.of(singles.get(0), DataType.F64);
        for (int draw = 0; draw < DRAWS && wrong.size() < 5; draw++) {
            Map<String, Value> values = new LinkedHashMap<>();
            for (int i = 0; i < narrow.gradient.tensorParameters().size(); i++) {
                Node parameter = narrow.gradient.tensorParameters().get(i);
                values.put(parameter.label(), value(singles.get(0), parameter, dtype, random));
            }
            wrong.addAll(narrow.wrong(exact, values, dtype));
        }
        assertThat(wrong).as(singles.get(0).text() + " in " + dtype).isEmpty();
    }

    /**
     * An op with one element per operand.
     *
     * @param forward graph of the op
     * @param gradient graph of its gradient
     */
    private record Derived(Graph forward, Graph gradient) {

        static Derived of(GradientCase tested, DataType dtype) throws NonDifferentiableException, TypeException {
            Graph graph = tested.graph(dtype, size -> Dim.of(size));
            List<String> floats = graph.tensorParameters().stream()
                    .filter(parameter -> parameter.dtype().isFloating())
                    .map(Node::label)
                    .toList();
            return new Derived(GradientCheck.expanded(graph), GradientCheck.expanded(Gradients.of(graph, floats)));
        }

        List<String> wrong(Derived exact, Map<String, Value> values, DataType dtype) {
            boolean half = dtype == DataType.F16;
            double tolerance = half ? TOLERANCE_OF_HALF : TOLERANCE;
            Float64Interpreter.Rounding rounding =
                    (type, value) -> type == DataType.F32 ? (float) value : Float64Functions.rounded(type, value);
            double[] results = elements(forward, values, rounding);
            double[] exactResults = elements(exact.forward, values, (type, value) -> value);
            for (int i = 0; i < results.length; i++) {
                if (!isClose(results[i], exactResults[i], tolerance)) {
                    return List.of();
                }
            }
            double[] found = elements(gradient, values, rounding);
            double[] expected = elements(exact.gradient, values, (type, value) -> value);
            List<double[]> nudged = new ArrayList<>();
            for (int pattern = 0; pattern < NUDGES; pattern++) {
                Map<String, Value> near = nudged(values, half ? NUDGE_OF_HALF : NUDGE, pattern);
                nudged.add(elements(exact.gradient, near, (type, value) -> value));
            }
            List<String> wrong = new ArrayList<>();
            for (int i = 0; i < found.length; i++) {
                double size = Math.abs(expected[i]);
                boolean fits =
                        size == 0 || size >= (half ? SMALLEST_HALF : SMALLEST) && size <= (half ? MAX_HALF : LARGEST);
                int element = i;
                boolean smooth = nudged.stream().allMatch(near -> isClose(near[element], expected[element], tolerance));
                if (fits && smooth && !isClose(found[i], expected[i], tolerance)) {
                    wrong.add("d" + gradient.outputs().get(i).name() + " is " + found[i] + " instead of " + expected[i]
                            + " for " + describe(values));
                }
            }
            return wrong;
        }

        private static double[] elements(Graph graph, Map<String, Value> values, Float64Interpreter.Rounding rounding) {
            return Float64Interpreter.run(graph, values, rounding).stream()
                    .mapToDouble(value -> value.elements()[0])
                    .toArray();
        }

        /** Nudges each operand up or down, by the bits of the pattern. */
        private static Map<String, Value> nudged(Map<String, Value> values, double change, int pattern) {
            Map<String, Value> nudged = new LinkedHashMap<>();
            for (Map.Entry<String, Value> entry : values.entrySet()) {
                int bit = pattern >> nudged.size() & 1;
                double factor = bit == 0 ? 1 + change : 1 - change;
                double[] elements = Arrays.stream(entry.getValue().elements())
                        .map(element -> element * factor)
                        .toArray();
                nudged.put(entry.getKey(), new Value(entry.getValue().shape(), elements));
            }
            return nudged;
        }

        private static String describe(Map<String, Value> values) {
            Map<String, Double> shown = new LinkedHashMap<>();
            values.forEach((name, value) -> shown.put(name, value.elements()[0]));
            return shown.toString();
        }
    }

    /** Returns true if a value is within a relative tolerance of the expected one, or equal, as infinities are. */
    static boolean isClose(double value, double expected, double tolerance) {
        return value == expected || Math.abs(value - expected) <= tolerance * Math.abs(expected);
    }

    private static Value value(GradientCase tested, Node parameter, DataType dtype, SplittableRandom random) {
        double[] magnitudes = dtype == DataType.F16 ? HALF_MAGNITUDES : MAGNITUDES;
        double drawn = magnitudes[random.nextInt(magnitudes.length)] * (random.nextBoolean() ? 1 : -1);
        if (!parameter.dtype().isFloating()) {
            drawn = random.nextInt(2);
        } else if (parameter.label().startsWith("d")) {
            drawn = 1;
        }
        Value value =
                new Value(parameter.shape().dims().stream().mapToInt(dim -> 1).toArray());
        value.elements()[0] = dtype == DataType.F16 ? Float64Functions.rounded(dtype, drawn) : (float) drawn;
        return value;
    }
}
