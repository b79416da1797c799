package io.graphkernel.processor.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.gradient.Float64Interpreter.Rounding;
import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Gradients of reductions, norms, losses and matmuls whose operands have elements of one magnitude each. Where results in f32 and the
 * gradient in f64 are within the range of f32, the gradient in f32 is right.
 */
@Tag("slow")
@Tag("sampled")
class RowMagnitudeTest {

    private static final Map<String, List<GradientCase>> CASES = GradientCases.all();

    /** The squares of their elements are in the range of f32, as variances and norms need. */
    private static final double[] MAGNITUDES = {1e15, 1e10, 1e5, 1, 0.3, 1e-5, 1e-10, 1e-15};

    /** Bounds of compared gradients, between which sums and products of a few terms have all digits in f32. */
    private static final double MIN_NORMAL = 1e-30;

    private static final double MAX_FINITE = 1e30;

    /** Rows with an operand that is a function of another, or log probabilities, which unrelated magnitudes contradict. */
    private static final Set<String> INCONSISTENT = Set.of("RmsNormGrad", "CTCLoss", "CTCLossGrad");

    /** Rows with a derivative with respect to an intermediate value that is below the range of f32 for large operands. */
    private static final Set<String> BELOW_RANGE = Set.of("LocalResponseNorm");

    /** Draws per case. */
    private static final int DRAWS = Integer.getInteger("gradient.magnitudes", TestTier.isExhaustive() ? 30 : 6);

    private static final long SEED = Long.getLong("gradient.magnitudes.seed", 0);
    private static final double TOLERANCE = 1e-3;

    /** Error relative to the largest element of a gradient that a difference of nearly equal terms may have. */
    private static final double CANCELLATION = 1e-5;

    /** Relative change of each element under which a comparable gradient changes by less than the tolerance. */
    private static final double NUDGE = 1e-6;

    private static final int MAX_NUDGES = 4;

    static Stream<String> rowsOfSeveralElements() {
        return OpTable.get().rows().stream()
                .filter(GradientCases::hasGradient)
                .map(OpRow::name)
                .filter(row -> testedCase(row) != null)
                .filter(row -> !INCONSISTENT.contains(row) && !BELOW_RANGE.contains(row));
    }

    /** Returns the first case that has an operand of several elements, or null. */
    private static GradientCase testedCase(String row) {
        return CASES.get(row).stream()
                .filter(tested ->
                        tested.operands().stream().anyMatch(operand -> Float64Interpreter.count(operand.shape()) > 1))
                .findFirst()
                .orElse(null);
    }

    @ParameterizedTest
    @MethodSource("rowsOfSeveralElements")
    void gradient_operandsOfAnyMagnitude_staysInRange(String row) throws Exception {
        GradientCase tested = testedCase(row);
        Derived narrow = Derived.of(tested, DataType.F32);
        Derived exact = Derived.of(tested, DataType.F64);
        SplittableRandom random = new SplittableRandom(row.hashCode() + SEED);
        List<String> wrong = new ArrayList<>();
        for (int draw = 0; draw < DRAWS && wrong.size() < 5; draw++) {
            Map<String, Value> values = values(tested, narrow.gradient, random);
            wrong.addAll(narrow.differences(exact, values, random));
        }
        assertThat(wrong).as(tested.text()).isEmpty();
    }

    private static Map<String, Value> values(GradientCase tested, Graph gradient, SplittableRandom random) {
        Map<String, Value> values = tested.values(new Random(random.nextLong()));
        for (Node parameter : gradient.tensorParameters()) {
            String label = parameter.label();
            Value value = values.get(label);
            if (value == null) {
                value = new Value(parameter.shape().dims().stream()
                        .mapToInt(dim -> Math.toIntExact(((Dim.Constant) dim).size()))
                        .toArray());
                values.put(label, value);
            }
            double magnitude = label.startsWith("d") ? 1 : MAGNITUDES[random.nextInt(MAGNITUDES.length)];
            if (parameter.dtype().isFloating() && !isBounded(tested, label)) {
                for (int i = 0; i < value.elements().length; i++) {
                    double sign = random.nextBoolean() ? 1 : -1;
                    value.elements()[i] = (float) (magnitude * random.nextDouble(0.5, 1.5) * sign);
                }
            }
        }
        return values;
    }

    /** Returns true if a case bounds an operand, such as a probability or an epsilon, which keeps its values. */
    private static boolean isBounded(GradientCase tested, String label) {
        return label.startsWith("p")
                && tested.operands().get(Integer.parseInt(label.substring(1))).low() >= 0;
    }

    /** Returns false if the row has rules, none of which is of an operand. */
    private static boolean hasRule(GradientCase tested, String label) {
        List<GradientRule> rules = tested.row().gradient().rules();
        String operand = tested.operands()
                .get(Integer.parseInt(label.substring(1)))
                .parameter()
                .name();
        return rules.isEmpty()
                || rules.stream().anyMatch(rule -> rule.operands().contains(operand));
    }

    /**
     * A case and its gradient, both of basic ops.
     *
     * @param forward the case
     * @param gradient the adjoints of operands with a rule, from that of the first result
     */
    private record Derived(Graph forward, Graph gradient) {

        static Derived of(GradientCase tested, DataType dtype) throws NonDifferentiableException, TypeException {
            Graph graph = ofFirstResult(tested.graph(dtype, size -> Dim.of(size)));
            List<String> floats = graph.tensorParameters().stream()
                    .filter(parameter -> parameter.dtype().isFloating())
                    .map(Node::label)
                    .filter(label -> !isBounded(tested, label) && hasRule(tested, label))
                    .toList();
            return new Derived(GradientCheck.expanded(graph), GradientCheck.expanded(Gradients.of(graph, floats)));
        }

        private static Graph ofFirstResult(Graph graph) {
            return new Graph(
                    graph.name(),
                    graph.parameters(),
                    graph.nodes(),
                    graph.outputs().subList(0, 1),
                    graph.groups(),
                    graph.conditions(),
                    graph.lossParameters());
        }

        List<String> differences(Derived exact, Map<String, Value> values, SplittableRandom random) {
            Rounding single = (type, value) -> type == DataType.F32 ? (float) value : value;
            Rounding none = (type, value) -> value;
            if (!areClose(
                    Float64Interpreter.run(forward, values, single),
                    Float64Interpreter.run(exact.forward, values, none))) {
                return List.of();
            }
            List<Value> expected = Float64Interpreter.run(exact.gradient, values, none);
            List<List<Value>> nudged = new ArrayList<>();
            for (int i = 0; i < MAX_NUDGES; i++) {
                nudged.add(Float64Interpreter.run(exact.gradient, nudged(values, random), none));
            }
            List<Value> found = Float64Interpreter.run(gradient, values, single);
            List<String> differences = new ArrayList<>();
            for (int output = 0; output < found.size(); output++) {
                double largest = Arrays.stream(expected.get(output).elements())
                        .map(Math::abs)
                        .max()
                        .orElse(0);
                for (int i = 0; i < found.get(output).elements().length; i++) {
                    int index = output;
                    int element = i;
                    double right = expected.get(output).elements()[i];
                    double size = Math.abs(right);
                    boolean fits = size == 0 || size >= MIN_NORMAL && size <= MAX_FINITE;
                    boolean smooth = nudged.stream()
                            .allMatch(near -> isClose(near.get(index).elements()[element], right));
                    double actual = found.get(output).elements()[i];
                    if (fits
                            && smooth
                            && !isClose(actual, right)
                            && !(Math.abs(actual - right) <= CANCELLATION * largest)) {
                        differences.add("d" + gradient.outputs().get(output).name() + "[" + i + "] is " + actual
                                + " instead of " + right + " for " + describe(values));
                    }
                }
            }
            return differences.subList(0, Math.min(2, differences.size()));
        }

        private static Map<String, Value> nudged(Map<String, Value> values, SplittableRandom random) {
            Map<String, Value> nudged = new LinkedHashMap<>();
            values.forEach((label, value) -> {
                Value near = new Value(value.shape());
                for (int i = 0; i < value.elements().length; i++) {
                    double element = value.elements()[i];
                    boolean isInteger = element == Math.rint(element) && Math.abs(element) < 1e6;
                    near.elements()[i] = isInteger ? element : element * (1 + (random.nextBoolean() ? NUDGE : -NUDGE));
                }
                nudged.put(label, near);
            });
            return nudged;
        }

        private static String describe(Map<String, Value> values) {
            StringBuilder text = new StringBuilder();
            values.forEach((label, value) -> text.append(label)
                    .append(" = ")
                    .append(Arrays.toString(value.elements()))
                    .append("; "));
            return text.toString();
        }
    }

    private static boolean areClose(List<Value> values, List<Value> expected) {
        for (int i = 0; i < values.size(); i++) {
            for (int j = 0; j < values.get(i).elements().length; j++) {
                if (!isClose(values.get(i).elements()[j], expected.get(i).elements()[j])) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isClose(double value, double expected) {
        return GradientMagnitudeTest.isClose(value, expected, TOLERANCE);
    }
}
