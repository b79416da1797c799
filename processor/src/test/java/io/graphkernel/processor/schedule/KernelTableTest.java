package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.emit.Emitted;
import io.graphkernel.processor.emit.jvm.JvmEmitter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTableTest {

    private static final Pattern COMMENT = Pattern.compile(" */\\*.*?\\*/| *//[^\\n]*", Pattern.DOTALL);
    private static final Pattern IDENTIFIER = Pattern.compile("\\b[A-Za-z_]\\w*");

    @Test
    void renamedGraphs_shareKernels() {
        List<Graph> graphs = graphs();
        for (int i = 0; i < graphs.size(); i++) {
            Plan original = TestPlans.of(graphs.get(i), 2);
            Plan renamed = TestPlans.of(renamed(graphs.get(i), "other_"), 2);
            KernelTable table = KernelTable.of(List.of(original, renamed));

            assertThat(original.kernels()).isNotEmpty();
            for (int k = 0; k < original.kernels().size(); k++) {
                ScheduledKernel kernel = original.kernels().get(k);
                ScheduledKernel other = renamed.kernels().get(k);
                assertThat(table.representative(other)).as(graphs.get(i).name()).isSameAs(table.representative(kernel));
                assertThat(table.number(other, 0)).isEqualTo(table.number(kernel, 0));
                assertThat(table.counterparts(other).values().stream().map(Node::dtype))
                        .containsExactlyInAnyOrderElementsOf(table.counterparts(other).keySet().stream()
                                .map(Node::dtype)
                                .toList());
            }
            assertThat(table.functions())
                    .isEqualTo(KernelTable.of(List.of(original)).functions());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void equalKernels_haveEqualSourcesOnEveryTarget(int level) {
        Map<CanonicalForm, List<String>> texts = new HashMap<>();
        int kernels = 0;
        for (Graph graph : graphs()) {
            for (Graph other : List.of(renamed(graph, "own_"), renamed(graph, "other_"))) {
                Plan plan = TestPlans.of(other, level);
                for (ScheduledKernel kernel : plan.kernels()) {
                    List<Launch> alone = List.of(new Launch(List.of(List.of(kernel))));
                    List<String> own = texts(new Plan(plan.graph(), alone, List.of(), plan.arena()));
                    List<String> known = texts.putIfAbsent(new CanonicalForm(kernel), own);
                    if (known != null) {
                        assertThat(own).as(kernel.name()).isEqualTo(known);
                    }
                    kernels++;
                }
            }
        }
        assertThat(texts).hasSizeLessThanOrEqualTo(kernels / 2);
    }

    /** The first of equal layers reads a parameter, the others a temporary. */
    @Test
    void kernels_withOperandsOfOtherOrigin_areEqual() {
        Graph graph = GraphParser.parse("""
                graph f(%x: f32[n, d], %w: f32[d, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = MatMul(%0, %w) {transpose_a=false, transpose_b=false} : f32[n, d]
                  %2 = Exp(%1) : f32[n, d]
                  %3 = MatMul(%2, %w) {transpose_a=false, transpose_b=false} : f32[n, d]
                  return out=%3
                }
                """);
        KernelTable table = KernelTable.of(List.of(TestPlans.of(graph, 0)));
        assertThat(table.entries()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%y = Mul(%x, 3.0) : f32[n, d]",
                "%y = Mul(%x, %x) : f32[n, d]",
                "%y = Add(%x, 2.0) : f32[n, d]",
                "%y = RealDiv(2.0, %x) : f32[n, d]",
                "%y = ReduceSum(%x) {axes=[0], keep_dims=false} : f32[d]",
                "%y = ReduceSum(%x) {axes=[1], keep_dims=false} : f32[n]",
                "%y = ReduceMax(%x) {axes=[1], keep_dims=false} : f32[n]",
                "%y = CumSum(%x) {axis=1, exclusive=false, reverse=false} : f32[n, d]",
                "%y = CumSum(%x) {axis=1, exclusive=true, reverse=false} : f32[n, d]",
                "%y = CumSum(%x) {axis=1, exclusive=false, reverse=true} : f32[n, d]",
                "%y = Transpose(%x) {permutation=[1 0]} : f32[d, n]",
            })
    void kernels_ofOtherOps_differ(String op) {
        Plan plan = plan("f32[n, d]", "%y = Mul(%x, 2.0) : f32[n, d]");
        assertThat(KernelTable.of(List.of(plan, plan("f32[n, d]", op))).entries())
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"f16[n, d]", "f32[n, 8]", "f32[8, d]", "f32[n, 16]", "f32[8, 16]", "f32[x..]"})
    void kernels_ofOtherDtypes_differ(String type) {
        Plan plan = plan("f32[n, d]", "%y = Sqrt(%x) : f32[n, d]");
        Plan other = plan(type, "%y = Sqrt(%x) : " + type);
        assertThat(KernelTable.of(List.of(plan, other)).entries()).hasSize(2);
    }

    /** The loops over all elements are collapsed, so that the rank is irrelevant. */
    @Test
    void equalLoops_ofOtherShapes_areOneKernel() {
        Plan plan = plan("f32[24]", "%y = Sqrt(%x) : f32[24]");
        Plan other = plan("f32[2, 3, 4]", "%y = Sqrt(%x) : f32[2, 3, 4]");
        assertThat(KernelTable.of(List.of(plan, other)).entries()).hasSize(1);
    }

    private static Plan plan(String type, String op) {
        return TestPlans.parse("graph f(%x: " + type + ") {\n  " + op + "\n  return out=%y\n}\n");
    }

    private static List<Graph> graphs() {
        List<Graph> graphs = new ArrayList<>(TestPlans.graphs());
        graphs.addAll(TestPlans.forms());
        return graphs;
    }

    /** Returns the same graph without source positions, with other names in the same order. */
    private static Graph renamed(Graph graph, String prefix) {
        String text =
                GraphPrinter.print(graph).replaceAll("  # .*", "").replaceAll("%([a-z]\\w*)", "%" + prefix + "$1");
        for (String symbol : symbols(graph)) {
            text = text.replaceAll("(?<![%\\w.])" + symbol + "\\b(?!=)", prefix + symbol);
        }
        return GraphParser.parse(text.replaceFirst("graph ", "graph " + prefix));
    }

    private static SortedSet<String> symbols(Graph graph) {
        SortedSet<String> symbols = new TreeSet<>();
        graph.tensorParameters().stream()
                .filter(parameter -> !parameter.shape().isUnranked())
                .flatMap(parameter -> parameter.shape().dims().stream())
                .map(Dim::symbols)
                .forEach(symbols::addAll);
        return symbols;
    }

    /** Returns the sources for all targets, with numbers instead of all identifiers. */
    private static List<String> texts(Plan plan) {
        return List.of(
                withoutNames(Emitted.c("Part", List.of(plan))),
                withoutNames(Emitted.openClC("Part", List.of(plan))),
                withoutNames(JvmEmitter.emit("", "Part", KernelTable.of(List.of(plan)))));
    }

    private static String withoutNames(String text) {
        Map<String, Integer> numbers = new HashMap<>();
        return IDENTIFIER.matcher(COMMENT.matcher(text).replaceAll("")).replaceAll(match -> {
            numbers.putIfAbsent(match.group(), numbers.size());
            return "w" + numbers.get(match.group());
        });
    }
}
