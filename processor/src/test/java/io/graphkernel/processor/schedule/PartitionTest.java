package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionTest {

    /** Returns a reduction of the first axes. */
    private static ScheduledKernel columns(String reduced, String kept) {
        Plan plan = TestPlans.parse("""
                graph f(%%x: f32[%1$s, %2$s]) {
                  %%sum = ReduceSum(%%x) {axes=%3$s, keep_dims=false} : f32[%2$s]
                  return out=%%sum
                }
                """.formatted(reduced, kept, reduced.contains(",") ? "[0 1]" : "[0]"));
        ScheduledKernel kernel = plan.kernels().get(0);
        assertThat(kernel.space().template()).isEqualTo(LoopTemplate.COLUMN_REDUCTION);
        return kernel;
    }

    /** A column has the same bits alone and among others. */
    @ParameterizedTest
    @ValueSource(strings = {"d, 3", "7", "70000"})
    void columns_areSplitByTheReducedExtentAlone(String kept) {
        Dim expected = Partition.itemsPerBlock(columns("n", "d"));

        assertThat(Partition.itemsPerBlock(columns("n", kept))).isEqualTo(expected);
        assertThat(expected.symbols()).containsExactly("n");
        assertThat(Partition.itemsPerBlock(columns("n, m", kept)).symbols()).containsExactly("m", "n");
    }

    @ParameterizedTest
    @CsvSource({"100, 128, 1", "4096, 128, 32", "1000000, 3907, 256", "100000000, 8192, 12208"})
    void columns_haveBlocksWithinLimits(int rows, int itemsPerBlock, int blocks) {
        ScheduledKernel kernel = columns(String.valueOf(rows), "7");

        assertThat(Partition.itemsPerBlock(kernel)).isEqualTo(Dim.of(itemsPerBlock));
        assertThat(Partition.blocks(kernel)).isEqualTo(Dim.of(blocks));
    }

    @Test
    void fullReductions_haveBlocksOfElements() {
        ScheduledKernel kernel = TestPlans.parse("""
                graph f(%x: f32[n]) {
                  %sum = ReduceSum(%x) {axes=[0], keep_dims=false} : f32[]
                  return out=%sum
                }
                """).kernels().get(0);

        assertThat(Partition.itemsPerBlock(kernel)).isEqualTo(Dim.of(32768));
    }
}
