package io.graphkernel.processor.pass.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphParser;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.DtypeClass;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
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
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Both sides of each rule, computed: a rule says truly for which dtypes it is exact, and for which NaN is lost. */
class ArithmeticRuleValuesTest {

    private static final Map<String, Dim> SIZES = Map.of("n", Dim.of(9), "m", Dim.of(16), "k", Dim.of(5));
    private static final int TRIALS = 4;

    static Stream<Rule> rules() {
        return RuleTable.all().stream()
                .filter(Rule::applies)
                .filter(rule -> PassCases.before(RuleCases.file(rule)).nodes().stream()
                        .noneMatch(node -> OpTable.get().is(node, OpKind.LIBRARY)));
    }

    /** Products have no order of summation here; a library's op and its epilogue are compared by their model. */
    static Stream<Rule> rulesOfProducts() {
        return Stream.of("1.38", "1.39").map(id -> RuleTable.find(id).orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void keepsAllBitsWhereItIsExact(Rule rule) {
        for (DType dtype : DType.values()) {
            RuleCases.in(dtype, rule).ifPresent(before -> {
                Graph after = simplified(before, rule, true);
                for (int trial = 0; after != before && trial < TRIALS; trial++) {
                    Map<String, long[]> values = RandomValues.special(before, SIZES, trial);
                    compareBits(rule, dtype, before, after, values);
                }
            });
        }
    }

    /** Rules that are exact for some numbers only; the graph of their file has one number. */
    @ParameterizedTest
    @CsvSource({"1.0, Add", "1.2, Sub", "2.39, RealDiv"})
    void keepsAllBitsForTheNumbersForWhichItIsExact(String id, String op) {
        Rule rule = RuleTable.find(id).orElseThrow();
        double[] numbers = {
            0.0, -0.0, 2, 0.5, -8, 3, 0x1p14, 0x1p15, 0x1p-14, 0x1p-15, 0x1p126, 0x1p127, 0x1p-126, 0x1p-127
        };
        int exact = 0;
        for (DType dtype : DtypeClass.FLOAT.dtypes()) {
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

    /** Without rule 1.6: here powers are correctly rounded, in kernels they are not. */
    static Stream<Rule> rulesButOfPowers() {
        return rules().filter(rule -> !rule.id().equals("1.6"));
    }

    /** Otherwise the rule would be off for nothing. One float and one integer stand for all. */
    @ParameterizedTest
    @MethodSource("rulesButOfPowers")
    void changesABitWhereItIsNotExact(Rule rule) {
        for (DType dtype : List.of(DType.F32, DType.I32)) {
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
    void isCloseForOrdinaryValues(Rule rule) {
        for (DType dtype : List.of(DType.F64, DType.F32, DType.I32)) {
            RuleCases.in(dtype, rule).ifPresent(before -> {
                Graph after = simplified(before, rule, false);
                Map<String, long[]> values = RandomValues.ordinary(before, SIZES, 1);
                long[] expected = run(before, values);
                long[] actual = run(after, values);
                for (int i = 0; i < expected.length; i++) {
                    double tolerance = dtype == DType.F64 ? 1e-11 : dtype == DType.F32 ? 1e-4 : 0;
                    double one = number(before, expected[i]);
                    double other = number(after, actual[i]);
                    assertThat(Math.abs(one - other))
                            .as("rule %s in %s: %s and %s", rule.id(), dtype, one, other)
                            .isLessThanOrEqualTo(tolerance * Math.max(1, Math.abs(one)));
                }
            });
        }
    }

    /** One operand is NaN in places, the others are ordinary. */
    @ParameterizedTest
    @MethodSource("rules")
    void keepsNanIfItSaysSo(Rule rule) {
        Graph before = RuleCases.in(DType.F64, rule).orElseThrow();
        Graph after = simplified(before, rule, false);
        boolean lost = false;
        for (Node parameter : before.tensorParameters()) {
            if (parameter.dtype() == DType.BOOL) {
                continue;
            }
            Map<String, long[]> values = RandomValues.ordinary(before, SIZES, 3);
            long[] own = values.get(parameter.label());
            for (int i = 0; i < own.length; i += 2) {
                own[i] = IeeeArithmetic.element(Double.NaN, DType.F64);
            }
            long[] expected = run(before, values);
            long[] actual = run(after, values);
            boolean test = before.outputs().get(0).node().dtype() == DType.BOOL;
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
    void productsHaveTheSameTerms(Rule rule) {
        Graph before = RuleCases.in(DType.F32, rule).orElseThrow();
        Graph after = simplified(before, rule, false);
        Map<String, long[]> values = whole(before);

        assertThat(GraphInterpreter.run(after, Arithmetic.MODEL, SIZES, values).get(0))
                .isEqualTo(GraphInterpreter.run(before, Arithmetic.MODEL, SIZES, values)
                        .get(0));
    }

    private static Graph simplified(Graph graph, Rule rule, boolean exact) {
        return Simplifier.run(graph, new RuleSelection(exact, Set.of(rule.id()), Set.of()))
                .graph();
    }

    private static void compareBits(Rule rule, DType dtype, Graph before, Graph after, Map<String, long[]> values) {
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
