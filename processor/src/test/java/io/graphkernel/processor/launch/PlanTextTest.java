package io.graphkernel.processor.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Loop;
import io.graphkernel.processor.Golden;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
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

    @Test
    void loop_withCondition_hasItsScalar() {
        String text = """
                graph g(%x: f32[n], %go: bool[], %zero: i64[]) {
                  %0 = Loop(%go, %zero, %x) {carried=3, control="conditional", dims=(n), index="i_loop0"} : bool[]
                    graph i_loop0(%continues: bool[], %iterations: i64[], %h: f32[n]) {
                      %0 = Add(%h, %h) : f32[n]
                      %1 = Add(%iterations, 1:i64) : i64[]
                      %2 = Assign(%iterations, %1) : i64[]
                      %3 = Assign(%h, %0) : f32[n]
                      return
                    }
                  %1 = LoopResult(%0) {output=2} : f32[n]
                  return out=%1
                }
                """;
        assertThat(PlanText.print(TestPlans.parse(text), true)).contains(": for i_loop0 below n while ");
        String unbounded = text.replace("dims=(n)", "dims=(" + Loop.UNBOUNDED + ")");
        assertThat(PlanText.print(TestPlans.parse(unbounded), true)).contains(": while ");
        String tail = text.replace("conditional", "tail")
                .replace("carried=3", "carried=1")
                .replace("Loop(%go, %zero, %x)", "Loop(%x, %zero)")
                .replace("(%continues: bool[], %iterations: i64[], %h: f32[n])", "(%h: f32[n], %iterations: i64[])")
                .replace("              %2 = Assign(%iterations, %1) : i64[]\n", "")
                .replace("output=2", "output=0");
        assertThat(PlanText.print(TestPlans.parse(tail), true)).contains(": for i_loop0 below n from zero");
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
        FlagValues joined = FlagValues.atLevel(3);
        assertThat(PlanText.print(TestPlans.of(graph, joined), false)).contains("1 launch\n", "together(");
        FlagValues debug = joined.with(Flag.ENABLE_DEBUG_MODE, true);
        assertThat(PlanText.print(TestPlans.of(graph, debug), false))
                .contains("2 launches\n", "two_0(", "two_1(")
                .doesNotContain("together");
    }
}
