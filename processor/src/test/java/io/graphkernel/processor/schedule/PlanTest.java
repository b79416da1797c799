package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.graph.GraphParser;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which memory a plan uses, and which of the user's memory may be the same. */
class PlanTest {

    @Test
    void elementwiseResultMayBeItsOperand() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, d], %b: f32[d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Add(%0, %b) : f32[n, d]
                  return out=%1
                }
                """);

        assertThat(plan.mayShare(0, "x")).isTrue();
        assertThat(plan.mayShare(0, "b")).isFalse();
    }

    @Test
    void rowResultMayBeItsRowIfNoLaterPassReadsIt() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = ReduceSum(%x) {axes=[1], keep_dims=true} : f32[n, 1]
                  %1 = Sub(%x, %0) : f32[n, d]
                  %2 = Neg(%x) : f32[n, d]
                  return late=%1, early=%2
                }
                """);

        assertThat(plan.kernels()).hasSize(1);
        assertThat(plan.mayShare(0, "x")).isTrue();
        assertThat(plan.mayShare(1, "x")).isFalse();
    }

    @Test
    void twoPhasesDoNotShare() {
        assertThat(TestPlans.named("biasGradient").mayShare(0, "x")).isFalse();
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Neg(%x) : f32[n, d]
                  %1 = ReduceSum(%0) {axes=[], keep_dims=false} : f32[]
                  return out=%0, sum=%1
                }
                """);

        assertThat(plan.mayShare(0, "x")).isFalse();
    }

    @Test
    void operandOfALaterKernelIsNotOverwritten() {
        String graph = """
                graph f(%x: f32[n, d], %y: f32[n, d]) {
                  %0 = Neg(%x) : f32[n, d]
                  %1 = ReduceSum(%0) {axes=[0], keep_dims=true} : f32[1, d]
                  %2 = Mul(%1, %x) : f32[n, d]
                  return first=%0, second=%2
                }
                """;
        Plan plan = TestPlans.parse(graph);

        assertThat(plan.kernels()).hasSize(2);
        assertThat(plan.mayShare(0, "x")).isFalse();
        assertThat(plan.mayShare(1, "x")).isTrue();
        assertThat(plan.mayShare(1, "y")).isTrue();
    }

    @Test
    void temporaryIsUsedAgainAfterItsLastReader() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Sin(%0) : f32[n, d]
                  %2 = Cos(%1) : f32[n, d]
                  %3 = Tan(%2) : f32[n, d]
                  return out=%3
                }
                """), 0);

        assertThat(plan.kernels()).hasSize(4);
        assertThat(slots(plan)).containsExactly(0, 1, 0);
    }

    @Test
    void temporariesOfDifferentTypesDoNotShare() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = ReduceSum(%0) {axes=[1], keep_dims=true} : f32[n, 1]
                  %2 = Exp(%1) : f32[n, 1]
                  %3 = Add(%x, %2) : f32[n, d]
                  return out=%3
                }
                """), 0);

        assertThat(slots(plan)).containsExactly(0, 1, 2);
    }

    @Test
    void temporaryThatIsReadLaterKeepsItsSlot() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Sin(%0) : f32[n, d]
                  %2 = Cos(%1) : f32[n, d]
                  %3 = Add(%0, %2) : f32[n, d]
                  return out=%3
                }
                """), 0);

        assertThat(slots(plan)).containsExactly(0, 1, 2);
    }

    @Test
    void resultThatAnotherKernelReadsIsNoTemporary() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Sin(%0) : f32[n, d]
                  return a=%0, b=%0, c=%1
                }
                """), 0);

        assertThat(plan.temporaries()).isEmpty();
        assertThat(plan.kernels().get(0).outputs())
                .extracting(Buffer::location)
                .containsExactly(new Location.Result(0), new Location.Result(1));
        assertThat(plan.kernels().get(1).inputs()).extracting(Buffer::location).containsExactly(new Location.Result(0));
    }

    @Test
    void argumentsBeginWithThePointers() {
        Kernel kernel = TestPlans.named("layerNorm").kernels().get(0);

        assertThat(kernel.inputs()).extracting(Buffer::slot).containsExactly(0, 1, 2);
        assertThat(kernel.outputs()).extracting(Buffer::slot).containsExactly(3);
        assertThat(kernel.layout().dims()).hasToString("[n, d]");
        assertThat(kernel.layout().dimSlot()).isEqualTo(4);
        assertThat(kernel.layout().scalarSlot()).isEqualTo(6);
        assertThat(kernel.layout().streamSlot()).isEqualTo(7);
        assertThat(kernel.layout().partialSlot()).isEqualTo(-1);
    }

    private static List<Integer> slots(Plan plan) {
        return plan.temporaries().stream().map(Plan.Temporary::slot).toList();
    }
}
