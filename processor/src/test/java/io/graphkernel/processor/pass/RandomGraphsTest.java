package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.KernelChecks;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Planner;
import io.graphkernel.processor.schedule.SchedulingException;
import io.graphkernel.testing.TestTier;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that fused graphs are well-typed, can be scheduled, run in order and store every result once. */
@Tag("slow")
@Tag("sampled")
class RandomGraphsTest {

    private static final long GRAPHS = Long.getLong("random.graphs", TestTier.isExhaustive() ? 3000 : 80);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void fusedGraphs_run(int level) {
        LongStream.range(0, GRAPHS).forEach(seed -> check(seed, RandomGraphs.of(seed), FlagValues.atLevel(level)));
    }

    @Test
    void fusedGraphs_withAnySwitches_run() {
        LongStream.range(0, 2 * GRAPHS).forEach(seed -> {
            Graph graph = RandomGraphs.of(seed);
            check(seed, graph, RandomFlags.of(seed, graph));
        });
    }

    /** The pipeline verifies the graph after each pass. */
    private static void check(long seed, Graph graph, FlagValues flags) {
        String description = "seed " + seed + " " + flags.text() + "\n";
        Graph fused;
        try {
            fused = new PassPipeline(flags).run(graph).graph();
        } catch (RuntimeException e) {
            throw new AssertionError(description + GraphPrinter.print(graph), e);
        }
        description += GraphPrinter.print(fused);
        oldValuesAreReadBeforeUpdates(fused, description);
        everyKernelHasATemplate(fused, description);
        OpLists lists = new OpLists(flags);
        assertThat(fused.groups())
                .as(description)
                .allMatch(group -> lists.separation(group.nodes()).isEmpty());
    }

    private static void oldValuesAreReadBeforeUpdates(Graph fused, String description) {
        Map<Node, Integer> kernelOf = new IdentityHashMap<>();
        for (int i = 0; i < fused.groups().size(); i++) {
            FusionGroup group = fused.groups().get(i);
            for (Node node : group.nodes()) {
                kernelOf.put(node, i);
            }
        }
        for (Node assign : fused.assigns()) {
            Node parameter = assign.operands().get(0);
            assertThat(fused.operations())
                    .as(description)
                    .filteredOn(node -> node != assign && node.operands().contains(parameter))
                    .allMatch(reader -> kernelOf.get(reader) <= kernelOf.get(assign));
        }
    }

    private static void everyKernelHasATemplate(Graph fused, String description) {
        try {
            Plan plan = Planner.plan(fused, "f", Targets.capabilities(Targets.ALL));
            plan.kernels().forEach(kernel -> KernelChecks.check(kernel, description));
        } catch (SchedulingException e) {
            throw new AssertionError(description, e);
        }
    }
}
