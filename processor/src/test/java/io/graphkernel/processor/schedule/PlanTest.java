package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the reads and stores of a plan's steps: kernels, library calls, regions of results. */
class PlanTest {

    @Test
    void rowsAndColumns_areOneTwoPhaseKernel() {
        Plan plan = TestPlans.named("layerNormGradient");

        assertThat(plan.kernels()).hasSize(1);
        assertThat(plan.temporaries()).isEmpty();
        assertThat(plan.kernels().get(0).functions())
                .containsExactly("layerNormGradient_0", "layerNormGradient_0_finish");
        assertThat(plan.mayAlias(0, "x")).isFalse();
    }

    @Test
    void attention_hasNoMemoryForScores() {
        Graph graph = GraphParser.parse("""
                graph f(float scale, %q: f32[b, n, s, 64], %k: f32[b, n, t, 64], %v: f32[b, n, t, 64], %m: f32[s, t]) {
                  %scale = Scalar() {expression="scale"} : f32[]
                  %0 = BatchMatMul(%q, %k) {transpose_a=false, transpose_b=true} : f32[b, n, s, t]
                  %1 = Mul(%0, %scale) : f32[b, n, s, t]
                  %2 = Add(%1, %m) : f32[b, n, s, t]
                  %3 = Softmax(%2) {axis=-1} : f32[b, n, s, t]
                  %4 = BatchMatMul(%3, %v) {transpose_a=false, transpose_b=false} : f32[b, n, s, 64]
                  return out=%4
                }
                """);
        Plan plan = TestPlans.of(graph, 2);

        assertThat(plan.temporaries()).isEmpty();
        assertThat(plan.steps()).singleElement().isInstanceOfSatisfying(LibraryStep.class, call -> {
            assertThat(call.operands())
                    .extracting(Region::location)
                    .containsExactly(
                            new Location.Parameter("q"),
                            new Location.Parameter("k"),
                            new Location.Parameter("v"),
                            new Location.Parameter("m"));
            assertThat(call.ownTensors()).hasSize(4);
            assertThat(call.numbers()).hasSize(1);
        });
        assertThat(TestPlans.of(graph, 0).temporaries()).isNotEmpty();
    }

    @Test
    void arguments_beginWithPointers() {
        ScheduledKernel kernel = TestPlans.named("layerNorm").kernels().get(0);

        assertThat(kernel.buffers().inputs()).extracting(Buffer::slot).containsExactly(0, 1, 2);
        assertThat(kernel.buffers().outputs()).extracting(Buffer::slot).containsExactly(3);
        assertThat(kernel.layout().dims()).hasToString("[n, d]");
        assertThat(kernel.layout().dimSlot()).isEqualTo(4);
        assertThat(kernel.layout().scalarSlot()).isEqualTo(6);
        assertThat(kernel.layout().streamingSlot()).isEqualTo(7);
        assertThat(kernel.layout().partialSlot()).isEqualTo(-1);
    }

    @Test
    void concatenationOperands_areStoredInTheirRegions() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, d], %y: f32[n, k], %z: f32[m, d + k]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Concat(%0, %y) {axis=1} : f32[n, d + k]
                  %2 = Concat(%1, %z) {axis=0} : f32[m + n, d + k]
                  return out=%2
                }
                """);

        assertThat(plan.kernels())
                .hasSize(3)
                .flatExtracting(kernel -> kernel.buffers().outputs())
                .allSatisfy(output -> assertThat(output.location()).isEqualTo(new Location.Result(0)));
        assertThat(plan.kernels())
                .flatExtracting(kernel -> kernel.buffers().outputs())
                .extracting(output -> output.access().toString())
                .containsExactlyInAnyOrder("[d + k, 1]", "d + [d + k, 1]", "d*n + k*n + [1]");
        assertThat(plan.temporaries()).isEmpty();
    }

    @Test
    void libraryCall_isAStep() {
        Plan plan = TestPlans.parse("""
                graph f(%a: f32[n, k], %b: f32[m*k]) {
                  %0 = Reshape(%b) {dims=(k, m)} : f32[k, m]
                  %1 = Exp(%a) : f32[n, k]
                  %2 = MatMul(%1, %0) : f32[n, m]
                  %3 = Sin(%2) : f32[n, m]
                  return out=%3
                }
                """);

        assertThat(plan.steps()).hasSize(3);
        assertThat(plan.steps().get(1)).isInstanceOfSatisfying(LibraryStep.class, call -> {
            assertThat(call.operands())
                    .extracting(Region::location)
                    .containsExactly(new Location.Temporary(0), new Location.Parameter("b"));
            assertThat(call.result().location()).isEqualTo(new Location.Temporary(1));
        });
    }

    @Test
    void splitMatMul_isOneCallPerSlice() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[b, s, k], %w: f32[3*n, k], %bias: f32[3*n]) {
                  %0 = Reshape(%x) {dims=(b*s, k)} : f32[b*s, k]
                  %1 = MatMul(%0, %w) {transpose_b=true} : f32[b*s, 3*n]
                  %2 = Add(%1, %bias) : f32[b*s, 3*n]
                  %3 = Reshape(%2) {dims=(b, s, 3*n)} : f32[b, s, 3*n]
                  %4 = Split(%3) {axis=-1, output=0, parts=3} : f32[b, s, n]
                  %5 = Split(%3) {axis=-1, output=1, parts=3} : f32[b, s, n]
                  %6 = SiLU(%5) : f32[b, s, n]
                  %7 = Split(%3) {axis=-1, output=2, parts=3} : f32[b, s, n]
                  return q=%4, k=%6, v=%7
                }
                """);

        assertThat(plan.kernels()).isEmpty();
        assertThat(plan.temporaries()).isEmpty();
        assertThat(calls(plan))
                .extracting(call -> call.node().attributes().text(Attributes.EPILOGUE))
                .containsExactlyInAnyOrder("bias", "bias silu", "bias");
        assertThat(calls(plan))
                .extracting(call -> call.operands().get(1).access().offset().toString())
                .containsExactlyInAnyOrder("0", "k*n", "2*k*n");
    }

    static List<LibraryStep> calls(Plan plan) {
        return plan.steps().stream()
                .filter(LibraryStep.class::isInstance)
                .map(LibraryStep.class::cast)
                .toList();
    }

    @Test
    void convolutions_ofConcatenation_areStoredInItsRegions() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, c, h, w], %v: f32[2, c, 1, 1], %w: f32[o, c, 1, 1]) {
                  %0 = Conv2D(%x, %v) {dilations=[1 1], groups=1, pads=[0 0 0 0], strides=[1 1]} : f32[n, 2, h, w]
                  %1 = Conv2D(%x, %w) {dilations=[1 1], groups=1, pads=[0 0 0 0], strides=[1 1]} : f32[n, o, h, w]
                  %2 = Concat(%0, %1) {axis=1} : f32[n, o + 2, h, w]
                  return out=%2
                }
                """);

        assertThat(plan.temporaries()).isEmpty();
        assertThat(plan.steps())
                .extracting(step -> ((LibraryStep) step).result())
                .extracting(Region::location)
                .containsOnly(new Location.Result(0));
        assertThat(plan.steps())
                .extracting(
                        step -> ((LibraryStep) step).result().access().offset().toString())
                .containsExactly("0", "2*h*w");
        assertThat(plan.steps())
                .extracting(step -> ((LibraryStep) step).resultSizes().toString())
                .containsOnly("[h*o*w + 2*h*w]");
    }

    @Test
    void matMul_thatIsTwoResults_isStoredInBoth() {
        Plan plan = TestPlans.parse("""
                graph f(%a: f32[n, k], %b: f32[k, m]) {
                  %0 = MatMul(%a, %b) {transpose_a=false, transpose_b=false} : f32[n, m]
                  return y=%0, z=%0
                }
                """);

        assertThat(plan.steps()).hasSize(2);
    }

    @Test
    void transposedInput_isTiled() {
        ScheduledKernel kernel = TestPlans.parse("""
                graph f(%x: f32[n, d], %y: f32[d, n], %b: f32[n]) {
                  %0 = Transpose(%y) {permutation=[1 0]} : f32[n, d]
                  %1 = Add(%x, %0) : f32[n, d]
                  return out=%1
                }
                """).kernels().get(0);

        assertThat(kernel.buffers().tiling().dim()).isZero();
        assertThat(kernel.buffers().tiling().packed())
                .extracting(Buffer::location)
                .containsExactly(new Location.Parameter("y"));
        assertThat(TestPlans.named("broadcast3d").kernels().get(0).buffers().tiling())
                .isNull();
    }

    @Test
    void gather_readsMemoryAtItsIndex() {
        ScheduledKernel kernel = TestPlans.parse("""
                graph f(%x: f32[n, d], %i: i64[m]) {
                  %0 = Gather(%x, %i) {axis=0} : f32[m, d]
                  %1 = Exp(%0) : f32[m, d]
                  return out=%1
                }
                """).kernels().get(0);

        assertThat(kernel.buffers().gathers()).singleElement().satisfies(gather -> {
            assertThat(gather.data().location()).isEqualTo(new Location.Parameter("x"));
            assertThat(gather.data().access()).hasToString("[0, 1]");
            assertThat(gather.axisStride()).hasToString("d");
            assertThat(gather.axisExtent()).hasToString("n");
        });
        assertThat(kernel.body().stages().get(0).inputs()).isEmpty();
        assertThat(kernel.body().stages().get(0).computed()).hasSize(2);
        assertThat(kernel.layout().dims()).hasToString("[m, d, n]");
    }
}
