package io.graphkernel.processor.pass.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.AllocatedBytes;
import io.graphkernel.processor.gradient.Float64Interpreter;
import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.AxisNormalizer;
import io.graphkernel.processor.pass.ConstantFolding;
import io.graphkernel.processor.pass.DecisionSink;
import io.graphkernel.processor.pass.GraphKernelCse;
import io.graphkernel.processor.pass.GraphKernelExpander;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassCases;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.processor.pass.RandomGraphs;
import io.graphkernel.processor.pass.RandomValues;
import io.graphkernel.processor.pass.ReorderOps;
import io.graphkernel.processor.pass.TransformOpOptimizer;
import io.graphkernel.processor.schedule.GraphInterpreter;
import io.graphkernel.processor.schedule.IeeeArithmetic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArithmeticSimplifyTest {

    private static final Map<String, Dim> SIZES = Map.of("b", Dim.of(2), "n", Dim.of(3), "d", Dim.of(5));

    static List<Path> cases() {
        return PassCases.of("arithmetic_simplify");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void arithmeticSimplify_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ArithmeticSimplify(), file);
    }

    @Test
    void flags_chooseTheRules() {
        Graph graph = parse("%0 = Exp(%x) : f32[n]", "%1 = Log(%0) : f32[n]", "%2 = Mul(%1, 1.0) : f32[n]");

        assertThat(ops(graph, FlagValues.DEFAULT)).containsExactly("Exp", "Log");
        FlagValues inexact = FlagValues.DEFAULT.with(Flag.EXACT_PRECISION_MODE, false);
        assertThat(ops(graph, inexact)).isEmpty();
        assertThat(ops(graph, inexact.with(Flag.DISABLE_SIMPLIFY_EXPRS, List.of("2.8"))))
                .containsExactly("Exp", "Log");
        FlagValues only = inexact.with(Flag.ENABLE_SIMPLIFY_EXPRS_ONLY, List.of("2.8"));
        assertThat(ops(graph, only)).containsExactly("Mul");
        assertThat(ops(graph, only.with(Flag.DISABLE_SIMPLIFY_EXPRS, List.of("2.8"))))
                .containsExactly("Mul");
    }

    @Test
    void products_takeNoBiasIfTheFlagStatesSo() {
        Graph graph = GraphParser.parse("""
                graph f(%a: f32[n, k], %b: f32[k, m], %c: f32[m]) {
                  %0 = MatMul(%a, %b) : f32[n, m]
                  %1 = Add(%0, %c) : f32[n, m]
                  return out=%1
                }
                """);
        FlagValues inexact = FlagValues.DEFAULT.with(Flag.EXACT_PRECISION_MODE, false);

        assertThat(ops(graph, inexact)).containsExactly("MatMul");
        FlagValues without = inexact.with(Flag.DISABLE_MATMUL_POST_FUSION, true);
        assertThat(ops(graph, without)).containsExactly("MatMul", "Add");
        assertThat(ops(graph, without.with(Flag.ENABLE_SIMPLIFY_EXPRS_ONLY, List.of("1.38"))))
                .containsExactly("MatMul", "Add");
    }

    @Test
    void logitOfNegativeZero_isNoNanUnderInexactRules() {
        FlagValues inexact = FlagValues.DEFAULT.with(Flag.EXACT_PRECISION_MODE, false);
        Graph expanded = new GraphKernelExpander().run(parse("%0 = Logit(%x) : f32[n]"), PassContext.DEFAULT);
        Graph simplified = new ArithmeticSimplify().run(expanded, new PassContext(inexact, note -> {}));
        Value x = new Value(new int[] {3}, new double[] {-0.0, 0, -1});

        assertThat(Float64Interpreter.run(simplified, SIZES, Map.of("x", x), (index, seed, seed2) -> 0)
                        .get(0)
                        .elements())
                .containsExactly(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN);
    }

    @Test
    void arithmeticSimplify_reportsWhichRulesApplied() {
        List<String> notes = new ArrayList<>();
        Graph graph = parse(
                "%0 = Neg(%x) : f32[n]",
                "%1 = Neg(%0) : f32[n]",
                "%2 = Neg(%1) : f32[n]",
                "%3 = Neg(%2) : f32[n]",
                "%4 = Mul(%3, 1.0) : f32[n]");

        new ArithmeticSimplify().run(graph, new PassContext(FlagValues.DEFAULT, notes::add));

        assertThat(notes)
                .containsExactly("rule 1.8 negate_negated applied 2 times", "rule 1.9 multiply_by_one applied once");
    }

    /** Twice the ops take about twice the work; a scan from the start after each rewrite takes four times. */
    @Test
    void work_growsLinearlyWithTheGraph() {
        assertThat(bytes(20_000)).isLessThan(9 * bytes(2_500));
    }

    @Test
    void arithmeticSimplify_endsOnRandomGraphsWithAllRules() {
        FlagValues inexact = FlagValues.DEFAULT.with(Flag.EXACT_PRECISION_MODE, false);
        for (long seed = 0; seed < 400; seed++) {
            Graph graph = new GraphKernelExpander().run(RandomGraphs.of(seed), PassContext.DEFAULT);
            Graph after = new ArithmeticSimplify().run(graph, new PassContext(inexact, DecisionSink.DISCARDING));
            GraphVerifier.verify(after, OpTable.get());
            assertThat(new ArithmeticSimplify().run(after, new PassContext(inexact, DecisionSink.DISCARDING)))
                    .as("seed %d", seed)
                    .isSameAs(after);
        }
    }

    /** Expressions of the ops in patterns, so that one rewrite enables others. */
    @Test
    void arithmeticSimplify_endsOnRandomExpressionsWithAllRules() {
        PassContext inexact =
                new PassContext(FlagValues.DEFAULT.with(Flag.EXACT_PRECISION_MODE, false), DecisionSink.DISCARDING);
        Set<String> applied = new HashSet<>();
        for (long seed = 0; seed < 2000; seed++) {
            Graph graph = expression(new Random(seed));
            Graph after = new ArithmeticSimplify()
                    .run(graph, new PassContext(inexact.flags(), line -> applied.add(line.split(" ")[1])));
            GraphVerifier.verify(after, OpTable.get());
            assertThat(new ArithmeticSimplify().run(after, inexact))
                    .as("seed %d%n%s", seed, GraphPrinter.print(after))
                    .isSameAs(after);
        }
        assertThat(applied).hasSizeGreaterThan(40);
    }

    private static Graph expression(Random random) {
        List<String> unary = List.of("Exp", "Log", "Sqrt", "Rsqrt", "Abs", "Neg", "Reciprocal");
        List<String> binary = List.of("Mul", "Mul", "Mul", "RealDiv", "RealDiv", "Add", "Sub", "Pow");
        List<String> numbers = List.of("0.0", "1.0", "-1.0", "2.0", "-2.0", "3.0");
        List<String> values = new ArrayList<>(List.of("%x", "%y", "%z"));
        StringBuilder text = new StringBuilder("graph f(%x: f32[n, d], %y: f32[n, d], %z: f32[n, d]) {\n");
        for (int i = 0; i < 20; i++) {
            int recent = Math.max(0, values.size() - 6);
            String first = values.get(recent + random.nextInt(values.size() - recent));
            String second = random.nextInt(4) == 0
                    ? numbers.get(random.nextInt(numbers.size()))
                    : values.get(recent + random.nextInt(values.size() - recent));
            String op = random.nextBoolean()
                    ? unary.get(random.nextInt(unary.size())) + "(" + first + ")"
                    : binary.get(random.nextInt(binary.size())) + "(" + first + ", " + second + ")";
            text.append("%" + i + " = " + op + " : f32[n, d]\n");
            values.add("%" + i);
        }
        return GraphParser.parse(text + "return a=%19, b=%18, c=%17\n}\n");
    }

    /** Also together with the other passes that move and merge ops. */
    @Test
    void randomGraphs_keepAllBits() {
        List<GraphPass> passes = List.of(
                new ConstantFolding(),
                new AxisNormalizer(),
                new GraphKernelCse(GraphKernelCse.FIRST),
                new ReorderOps(),
                new ArithmeticSimplify(),
                new TransformOpOptimizer());
        int changed = 0;
        for (long seed = 0; seed < 600; seed++) {
            Graph graph = RandomGraphs.of(seed);
            boolean computable = graph.conditions().isEmpty()
                    && graph.nodes().stream().noneMatch(node -> OpTable.get().is(node, OpKind.LIBRARY))
                    && graph.tensorParameters().stream()
                            .noneMatch(parameter -> parameter.shape().isUnranked());
            if (computable) {
                Graph before = new GraphKernelExpander().run(graph, PassContext.DEFAULT);
                Graph after = before;
                for (GraphPass pass : passes) {
                    after = pass.run(after, PassContext.DEFAULT);
                }
                changed += after == before ? 0 : 1;
                Map<String, long[]> values = RandomValues.special(before, SIZES, seed);
                List<long[]> expected = GraphInterpreter.run(before, new IeeeArithmetic(), SIZES, values);
                List<long[]> actual = GraphInterpreter.run(after, new IeeeArithmetic(), SIZES, values);
                for (int i = 0; i < graph.outputs().size(); i++) {
                    assertThat(actual.get(i))
                            .as("result %d of seed %d%n%s", i, seed, GraphPrinter.print(after))
                            .isEqualTo(expected.get(i));
                }
            }
        }
        assertThat(changed).isGreaterThan(100);
    }

    /** Returns the bytes allocated for a chain in which every op is rewritten; each adds a reader of the parameter. */
    private static long bytes(int ops) {
        StringBuilder text = new StringBuilder("graph f(%x: i32[n]) {\n");
        String value = "x";
        for (int i = 0; i < ops; i += 4) {
            text.append("%" + i + " = Add(%" + value + ", " + i + ":i32) : i32[n]\n");
            text.append("%" + (i + 1) + " = Neg(%" + i + ") : i32[n]\n");
            text.append("%" + (i + 2) + " = Mul(%x, 1:i32) : i32[n]\n");
            text.append("%" + (i + 3) + " = Add(%" + (i + 1) + ", %" + (i + 2) + ") : i32[n]\n");
            value = Integer.toString(i + 3);
        }
        Graph graph = GraphParser.parse(text + "return out=%" + value + "\n}\n");
        return AllocatedBytes.of(() -> {
            Graph after = new ArithmeticSimplify().run(graph, PassContext.DEFAULT);
            assertThat(after.nodes().size()).isLessThan(graph.nodes().size());
        });
    }

    private static Graph parse(String... lines) {
        String last = lines[lines.length - 1];
        return GraphParser.parse("graph f(%x: f32[n]) {\n" + String.join("\n", lines) + "\nreturn out="
                + last.substring(0, last.indexOf(' ')) + "\n}\n");
    }

    private static List<String> ops(Graph graph, FlagValues flags) {
        return new ArithmeticSimplify()
                .run(graph, new PassContext(flags, DecisionSink.DISCARDING)).operations().stream()
                        .map(Node::op)
                        .toList();
    }
}
