package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.GraphKernelExpander;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.processor.pass.RandomFlags;
import io.graphkernel.processor.pass.RandomGraphs;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that plans compute their graphs: loops, accesses, views, regions, and reused memory. */
@Tag("slow")
@Tag("sampled")
class RandomPlansTest {

    private static final long GRAPHS = Long.getLong("random.graphs", TestTier.isExhaustive() ? 3000 : 80);
    private static final Map<String, Dim> SIZES = Map.of("b", Dim.of(2), "n", Dim.of(3), "d", Dim.of(5));

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void plans_computeTheirGraphs(int level) {
        LongStream.range(0, GRAPHS).forEach(seed -> {
            Graph graph = RandomGraphs.of(seed);
            if (hasValues(graph)) {
                check(seed, graph, FlagValues.atLevel(level));
            }
        });
    }

    /** Returns flags without algebraic rules, which do not hold for the modeled ops. */
    private static FlagValues withoutArithmetic(FlagValues flags) {
        List<String> disabled = new ArrayList<>(flags.list(Flag.DISABLE_PASS));
        disabled.add("arithmetic_simplify");
        return flags.with(Flag.DISABLE_PASS, disabled);
    }

    @Test
    void plans_withAnySwitches_computeTheirGraphs() {
        LongStream.range(0, 3 * GRAPHS).forEach(seed -> {
            Graph graph = RandomGraphs.of(seed);
            if (hasValues(graph)) {
                check(seed, graph, RandomFlags.of(seed, graph));
            }
        });
    }

    private static boolean hasValues(Graph graph) {
        boolean unranked = graph.tensorParameters().stream()
                .anyMatch(parameter -> parameter.shape().isUnranked());
        return !unranked && graph.conditions().isEmpty();
    }

    private static void check(long seed, Graph graph, FlagValues flags) {
        Map<String, long[]> parameters = new HashMap<>();
        Random random = new Random(seed);
        for (Node parameter : graph.tensorParameters()) {
            long count = GraphInterpreter.product(
                    ModelArithmetic.sizes(parameter.shape().dims(), SIZES));
            int bound = parameter.dtype() == DataType.BOOL ? 2 : 100;
            parameters.put(parameter.label(), random.longs(count, 0, bound).toArray());
        }
        String description = "seed " + seed + " " + flags.text() + "\n" + GraphPrinter.print(graph);
        List<long[]> expected;
        List<long[]> found;
        Plan plan;
        try {
            expected = GraphInterpreter.run(
                    new GraphKernelExpander().run(graph, PassContext.DEFAULT), Arithmetic.MODEL, SIZES, parameters);
            plan = TestPlans.of(graph, withoutArithmetic(flags));
            description += GraphPrinter.print(plan.graph());
            found = PlanInterpreter.run(plan, SIZES, parameters);
            ArenaPainter.check(plan, SIZES);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(description, e);
        }
        for (int i = 0; i < expected.size() && i < graph.outputs().size(); i++) {
            assertThat(found.get(i)).as("result %s of %s", i, description).isEqualTo(expected.get(i));
        }
        for (Node assign : plan.graph().assigns()) {
            int last = graph.assigns().size() - 1;
            while (graph.assigns().get(last).operands().get(0)
                    != assign.operands().get(0)) {
                last--;
            }
            assertThat(found.get(graph.outputs().size() + plan.graph().assigns().indexOf(assign)))
                    .as("update %s of %s", assign, description)
                    .isEqualTo(expected.get(graph.outputs().size() + last));
        }
    }
}
