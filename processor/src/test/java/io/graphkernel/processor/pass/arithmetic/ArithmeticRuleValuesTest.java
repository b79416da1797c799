package io.graphkernel.processor.pass.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.pass.PassCases;
import io.graphkernel.processor.pass.RandomValues;
import io.graphkernel.processor.schedule.Arithmetic;
import io.graphkernel.processor.schedule.GraphInterpreter;
import io.graphkernel.processor.schedule.IeeeArithmetic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of both sides of each rule: its declared exact dtypes, and the dtypes for which NaN is lost. */
class ArithmeticRuleValuesTest {

    private static final Map<String, Dim> SIZES = Map.of("n", Dim.of(9), "m", Dim.of(16), "k", Dim.of(5));
    private static final int TRIALS = 4;

    static Stream<ArithmeticRule> rules() {
        return RuleTable.all().stream()
                .filter(ArithmeticRule::applies)
                .filter(rule -> PassCases.before(RuleCases.file(rule)).nodes().stream()
                        .noneMatch(node -> OpTable.get().is(node, OpKind.LIBRARY)));
    }

    /**
     * Returns the rules of matmuls, which have no order of summation here; a library op and its epilogue are compared by their
     * model.
     */
    static Stream<ArithmeticRule> rulesOfProducts() {
        return Stream.of("1.38", "1.39").map(id -> RuleTable.find(id).orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void arithmeticRuleValues_keepsAllBitsWhereItIsExact(ArithmeticRule rule) {
        for (DataType dtype : DtypeClass.ANY.dtypes()) {
            RuleCases.in(dtype, rule).ifPresent(before -> {
                Graph after = simplified(before, rule, true);
                for (int trial = 0; after != before && trial < TRIALS; trial++) {
                    Map<String, long[]> values = RandomValues.special(before, SIZES, trial);
                    compareBits(rule, dtype, before, after, values);
                }
            });
        }
    }

    /** The functions of kernels may be less exact than the model of this test, which rounds each op correctly. */
    @ParameterizedTest
    @MethodSource("rules")
    void exactRule_introducesOnlyCorrectlyRoundedOps(ArithmeticRule rule) {
        for (DataType dtype : DtypeClass.FLOAT.dtypes()) {
            RuleCases.in(dtype, rule).ifPresent(before -> {
                Set<String> ops = before.operations().stream().map(Node::op).collect(Collectors.toSet());
                List<OpRow> introduced = simplified(before, rule, true).operations().stream()
                        .filter(op -> !ops.contains(op.op()))
                        .flatMap(op -> OpTable.get().find(op.op()).stream())
                        .filter(row -> row.kind() == OpKind.ELEMENTWISE)
                        .toList();
                assertThat(introduced)
                        .as("rule %s in %s", rule.id(), dtype)
                        .allMatch(row -> Set.of("exact", "correctly rounded").contains(row.tolerance()));
            });
        }
    }

    /** Rules that are exact for some numbers only; the graph of their file has one number. */
    @ParameterizedTest
    @CsvSource({"1.0, Add", "1.2, Sub", "2.39, RealDiv"})
    void arithmeticRuleValues_keepsAllBitsForTheNumbersForWhichItIsExact(String id, String op) {
        ArithmeticRule rule = RuleTable.find(id).orElseThrow();
        double[] numbers = {
            0.0, -0.0, 2, 0.5, -8, 3, 0x1p14, 0x1p15, 0x1p-14, 0x1p-15, 0x1p126, 0x1p127, 0x1p-126, 0x1p-127
        };
        int exact = 0;
        for (DataType dtype : DtypeClass.FLOAT.dtypes()) {
            for (double number : numbers) {
                Graph before =
                        GraphParser.parse("graph f(%%a: %s[n, m]) {%n%%0 = %s(%%a, %s:%s) : %s[n, m]%nreturn out=%%0%n}"
                                .formatted(dtype, op, number, dtype, dtype));
                Graph after = simplified(before, rule, true);
                exact += after == before ? 0 : 1;
                for (int trial = 0; after != before && trial < TRIALS; trial++) {
                    compareBits(rule, dtype, before, after, RandomValues.special(before, SIZES, trial));
                }
            }
        }
        assertThat(exact)
                .isBetween(
                        DtypeClass.FLOAT.dtypes().size(),
                        10 * DtypeClass.FLOAT.dtypes().size());
    }

    /** Without rules 1.6 and 1.11: here powers and reciprocals are correctly rounded, in kernels they are not. */
    static Stream<ArithmeticRule> rulesOfRoundedOps() {
        return rules().filter(rule -> !Set.of("1.6", "1.11").contains(rule.id()));
    }

    /** Otherwise the rule would be needlessly off. One float and one integer represent the others. */
    @ParameterizedTest
    @MethodSource("rulesOfRoundedOps")
    void arithmeticRuleValues_changesABitWhereItIsNotExact(ArithmeticRule rule) {
        for (DataType dtype : List.of(DataType.F32, DataType.I32)) {
            RuleCases.in(dtype, rule).ifPresent(before -> {
                Graph after = simplified(before, rule, false);
                if (simplified(before, rule, true) != before || after == before) {
                    return;
                }
                boolean differs = false;
                for (int trial = 0; !differs && trial < 50; trial++) {
                    Map<String, long[]> values = trial % 2 == 0
                            ? RandomValues.special(before, SIZES, trial)
                            : RandomValues.signs(before, SIZES, trial);
                    differs = !Arrays.equals(run(before, values), run(after, values));
                }
                assertThat(differs)
                        .as("rule %s in %s: %s", rule.id(), dtype, GraphPrinter.print(after))
                        .isTrue();
            });
        }
    }

    @ParameterizedTest
    @MethodSource("rules")
    void arithmeticRuleValues_isCloseForOrdinaryValues(ArithmeticRule rule) {
        for (DataType dtype : List.of(DataType.F64, DataType.F32, DataType.I32)) {
            RuleCases.in(dtype, rule).ifPresent(before -> {
                Graph after = simplified(before, rule, false);
                Map<String, long[]> values = RandomValues.ordinary(before, SIZES, 1);
                long[] expected = run(before, values);
                long[] actual = run(after, values);
                for (int i = 0; i < expected.length; i++) {
                    double tolerance = dtype == DataType.F64 ? 1e-11 : dtype == DataType.F32 ? 1e-4 : 0;
                    double one = number(before, expected[i]);
                    double other = number(after, actual[i]);
                    assertThat(Math.abs(one - other))
                            .as("rule %s in %s: %s and %s", rule.id(), dtype, one, other)
                            .isLessThanOrEqualTo(tolerance * Math.max(1, Math.abs(one)));
                }
            });
        }
    }

    /** One operand has NaN elements, the others are ordinary. */
    @ParameterizedTest
    @MethodSource("rules")
    void arithmeticRuleValues_keepsNanIfItStatesSo(ArithmeticRule rule) {
        Graph before = RuleCases.in(DataType.F64, rule).orElseThrow();
        Graph after = simplified(before, rule, false);
        boolean lost = false;
        for (Node parameter : before.tensorParameters()) {
            if (parameter.dtype() == DataType.BOOL) {
                continue;
            }
            Map<String, long[]> values = RandomValues.ordinary(before, SIZES, 3);
            long[] own = values.get(parameter.label());
            for (int i = 0; i < own.length; i += 2) {
                own[i] = IeeeArithmetic.element(Double.NaN, DataType.F64);
            }
            long[] expected = run(before, values);
            long[] actual = run(after, values);
            boolean test = before.outputs().get(0).node().dtype() == DataType.BOOL;
            for (int i = 0; i < expected.length; i++) {
                lost |= test
                        ? expected[i] != actual[i]
                        : Double.isNaN(IeeeArithmetic.value(expected[i]))
                                != Double.isNaN(IeeeArithmetic.value(actual[i]));
            }
        }
        assertThat(lost).isEqualTo(!rule.nanSafe());
    }

    @ParameterizedTest
    @MethodSource("rulesOfProducts")
    void products_haveTheSameTerms(ArithmeticRule rule) {
        Graph before = RuleCases.in(DataType.F32, rule).orElseThrow();
        Graph after = simplified(before, rule, false);
        Map<String, long[]> values = whole(before);

        assertThat(GraphInterpreter.run(after, Arithmetic.MODEL, SIZES, values).get(0))
                .isEqualTo(GraphInterpreter.run(before, Arithmetic.MODEL, SIZES, values)
                        .get(0));
    }

    private static Graph simplified(Graph graph, ArithmeticRule rule, boolean exact) {
        return Simplifier.run(graph, new RuleSelection(exact, Set.of(rule.id()), Set.of()))
                .graph();
    }

    private static void compareBits(
            ArithmeticRule rule, DataType dtype, Graph before, Graph after, Map<String, long[]> values) {
        long[] expected = run(before, values);
        long[] actual = run(after, values);
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] != actual[i]) {
                throw new AssertionError(
                        "rule " + rule.id() + " in " + dtype + " makes of " + number(before, expected[i]) + " "
                                + number(after, actual[i]) + ", at " + at(before, values, i));
            }
        }
    }

    private static List<Object> at(Graph graph, Map<String, long[]> values, int index) {
        List<Object> operands = new ArrayList<>();
        graph.tensorParameters()
                .forEach(parameter -> Optional.of(values.get(parameter.label()))
                        .filter(own -> index < own.length)
                        .ifPresent(own -> operands.add(
                                parameter.dtype().isFloating() ? IeeeArithmetic.value(own[index]) : own[index])));
        return operands;
    }

    private static double number(Graph graph, long element) {
        return graph.outputs().get(0).node().dtype().isFloating() ? IeeeArithmetic.value(element) : element;
    }

    private static long[] run(Graph graph, Map<String, long[]> values) {
        return GraphInterpreter.run(graph, new IeeeArithmetic(), SIZES, values).get(0);
    }

    private static Map<String, long[]> whole(Graph graph) {
        Map<String, long[]> values = new HashMap<>();
        RandomValues.ordinary(graph, SIZES, 5)
                .forEach((name, own) -> values.put(
                        name,
                        Arrays.stream(own)
                                .map(element -> (long) (100 * IeeeArithmetic.value(element)))
                                .toArray()));
        return values;
    }
}
