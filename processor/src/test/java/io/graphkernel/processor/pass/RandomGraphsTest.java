package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.schedule.KernelChecks;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Planner;
import io.graphkernel.processor.schedule.SchedulingException;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fusion forms is well-typed, can be scheduled, runs in order and stores every result once. */
class RandomGraphsTest {

    private static final long GRAPHS = Long.getLong("random.graphs", 600);

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void fusedGraphsRun(int level) {
        LongStream.range(0, GRAPHS).forEach(seed -> {
            Graph graph = RandomGraphs.of(seed);
            // The pipeline verifies the graph after each pass.
            Graph fused = new PassPipeline(Flags.atLevel(level)).run(graph).graph();
            String description = "seed " + seed + "\n" + GraphPrinter.print(fused);
            oldValuesAreReadBeforeUpdates(fused, description);
            everyKernelHasATemplate(fused, description);
        });
    }

    private static void oldValuesAreReadBeforeUpdates(Graph fused, String description) {
        Map<Node, Integer> kernelOf = new IdentityHashMap<>();
        for (int i = 0; i < fused.groups().size(); i++) {
            Group group = fused.groups().get(i);
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
            Plan plan = Planner.plan(fused, "f");
            plan.kernels().forEach(kernel -> KernelChecks.check(kernel, description));
        } catch (SchedulingException e) {
            throw new AssertionError(description, e);
        }
    }
}
