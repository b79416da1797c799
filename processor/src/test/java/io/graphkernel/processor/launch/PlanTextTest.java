package io.graphkernel.processor.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.Golden;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the text form of plans in the report. */
class PlanTextTest {

    private static final Path TEXTS = Path.of("src/test/resources/launch");

    @ParameterizedTest
    @ValueSource(strings = {"layerNormGradient", "adamW", "anyRow", "flatMax"})
    void plan_printed_matchesText(String name) {
        Golden.check(TEXTS.resolve(name + ".plan"), PlanText.print(TestPlans.named(name), false));
    }

    @Test
    void plan_printed_hasALinePerLaunch() {
        Plan plan = TestPlans.parse("""
                graph layers(%x: f32[n, 8], %w: f32[8, 8], float scale) {
                  %scale = Scalar() {expression="scale"} : f32[]
                  %0 = MatMul(%x, %w) {transpose_a=false, transpose_b=false} : f32[n, 8]
                  %1 = Mul(%0, %scale) : f32[n, 8]
                  %2 = Softmax(%1) {axis=-1} : f32[n, 8]
                  %3 = MatMul(%2, %w) {transpose_a=false, transpose_b=false} : f32[n, 8]
                  return out=%3
                }
                """);
        Golden.check(TEXTS.resolve("layers.plan"), PlanText.print(plan, true));
        assertThat(PlanText.print(plan, true)).isEqualTo(PlanText.print(plan, true));
    }

    /** In debug mode each kernel is a launch of its own. */
    @Test
    void plan_inDebugMode_hasItsLaunches() {
        Graph graph = GraphParser.parse("""
                graph two(%x: f32[n], %y: f32[m]) {
                  %0 = Exp(%x) : f32[n]
                  %1 = Neg(%y) : f32[m]
                  return a=%0, b=%1
                }
                """);
        Flags joined = Flags.atLevel(3);
        assertThat(PlanText.print(TestPlans.of(graph, joined), false)).contains("1 launch\n", "together(");
        Flags debug = joined.with(Flag.ENABLE_DEBUG_MODE, true);
        assertThat(PlanText.print(TestPlans.of(graph, debug), false))
                .contains("2 launches\n", "two_0(", "two_1(")
                .doesNotContain("together");
    }
}
