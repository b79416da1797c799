package io.graphkernel.processor.pass.fusion;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.loop.MemoryTraffic;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.LongGraphs;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.processor.pass.RandomGraphs;
import io.graphkernel.processor.pass.RowGraphs;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.testing.ExhaustiveOnly;
import io.graphkernel.testing.TestTier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of bytes rather than times: fusion moves fewer of them, and no more than necessary where one kernel can hold a graph. */
@Tag("sampled")
class FusionTrafficTest {

    private static final long GRAPHS = Long.getLong("random.graphs", TestTier.select(40, 100, 3000));
    /** Maximum ratio of moved bytes to inputs read once and results stored once. */
    private static final double MAX_AVOIDABLE = 1.05;

    private static final double ROUNDING = 1 + 1e-12;

    @Test
    void level_movesNoMoreBytesThanTheOneBelow() {
        LongStream.range(0, GRAPHS).forEach(seed -> {
            Graph graph = RandomGraphs.of(seed);
            Graph below = at(0, graph);
            for (int level = 1; level <= 3; level++) {
                Graph fused = at(level, graph);
                assertThat(MemoryTraffic.of(fused))
                        .as(described(seed, below, fused))
                        .isLessThanOrEqualTo(MemoryTraffic.of(below) * ROUNDING);
                below = fused;
            }
        });
    }

    @Test
    void rows_moveHardlyMoreThanTheyMust() {
        LongStream.range(0, GRAPHS).forEach(seed -> {
            Graph fused = at(2, RowGraphs.of(seed));
            assertThat(MemoryTraffic.of(fused) / MemoryTraffic.unavoidable(fused))
                    .as(described(seed, fused))
                    .isLessThanOrEqualTo(MAX_AVOIDABLE);
        });
    }

    @Test
    @ExhaustiveOnly
    void workOfFusion_growsLinearlyWithTheGraph() {
        for (int kind = 0; kind < LongGraphs.KINDS; kind++) {
            double perOp = (double) visited(LongGraphs.of(kind, 1000)) / 1000;
            double perOpOfMany = (double) visited(LongGraphs.of(kind, 2000)) / 2000;

            assertThat(perOpOfMany).as("graphs of kind %s", kind).isLessThan(1.3 * perOp);
        }
    }

    /** A deep graph has more kernels between an operand and its layer than a search between two kernels visits. */
    @Test
    void operandsComputedBeforeTheFirstLayer_fuseWithTheirLayers() {
        int layers = 200;
        StringBuilder parameters = new StringBuilder("%w: f32[d, d], %x0: f32[n, d]");
        StringBuilder operands = new StringBuilder();
        StringBuilder products = new StringBuilder();
        for (int i = 0; i < layers; i++) {
            parameters.append(", %y" + i + ": f32[n, d]");
            operands.append("  %t" + i + " = Tanh(%y" + i + ") : f32[n, d]\n");
            products.append("  %m" + i + " = ReduceMax(%x" + i + ") {axes=[1], keep_dims=true} : f32[n, 1]\n");
            products.append("  %c" + i + " = Sub(%x" + i + ", %m" + i + ") : f32[n, d]\n");
            products.append("  %s" + i + " = Mul(%c" + i + ", %t" + i + ") : f32[n, d]\n");
            products.append("  %x" + (i + 1) + " = MatMul(%s" + i + ", %w) : f32[n, d]\n");
        }
        Graph graph = GraphParser.parse(
                "graph f(" + parameters + ") {\n" + operands + products + "  return out=%x" + layers + "\n}\n");

        FusionPartition kernels = new FusionPartition(at(2, graph), PassContext.DEFAULT);

        assertThat(kernels.order().inOrder()).hasSize(2 * layers);
    }

    /** Printed only where an assertion fails. */
    private static Supplier<String> described(long seed, Graph... graphs) {
        return () -> "seed " + seed + "\n"
                + Stream.of(graphs).map(GraphPrinter::print).collect(Collectors.joining());
    }

    /** Returns the number of ops visited by the fusion search. */
    private static long visited(Graph graph) {
        FusionPartition partition = new FusionPartition(at(0, graph), PassContext.DEFAULT);
        new FusionSearch(partition, FusionPattern.enabled(PassContext.DEFAULT), cluster -> true, FlagValues.DEFAULT)
                .run(partition.order().inOrder());
        return partition.searchedOps();
    }

    private static Graph at(int level, Graph graph) {
        return new PassPipeline(FlagValues.atLevel(level)).run(graph).graph();
    }
}
