package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.build.Targets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the results that may alias a parameter. */
class ResultMemoryTest {

    @Test
    void elementwiseResult_mayAliasItsOperand() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, d], %b: f32[d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Add(%0, %b) : f32[n, d]
                  return out=%1
                }
                """);

        assertThat(plan.mayAlias(0, "x")).isTrue();
        assertThat(plan.mayAlias(0, "b")).isFalse();
    }

    @Test
    void rowResult_withoutLaterReads_mayAliasItsRow() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = ReduceSum(%x) {axes=[1], keep_dims=true} : f32[n, 1]
                  %1 = Sub(%x, %0) : f32[n, d]
                  %2 = Neg(%x) : f32[n, d]
                  return late=%1, early=%2
                }
                """);

        assertThat(plan.kernels()).hasSize(1);
        assertThat(plan.mayAlias(0, "x")).isTrue();
        assertThat(plan.mayAlias(1, "x")).isFalse();
    }

    @Test
    void columnSums_doNotAlias() {
        assertThat(TestPlans.named("biasGradient").mayAlias(0, "x")).isFalse();
    }

    @Test
    void fullSum_mayAlias() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Neg(%x) : f32[n, d]
                  %1 = ReduceSum(%0) {axes=[], keep_dims=false} : f32[]
                  return out=%0, sum=%1
                }
                """);

        assertThat(plan.mayAlias(0, "x")).isTrue();
    }

    @Test
    void operand_ofLaterKernel_isNotOverwritten() {
        String graph = """
                graph f(%x: f32[n, d], %y: f32[n, d]) {
                  %0 = Neg(%x) : f32[n, d]
                  %1 = ReduceSum(%0) {axes=[], keep_dims=false} : f32[]
                  %2 = Mul(%1, %x) : f32[n, d]
                  return first=%0, second=%2
                }
                """;
        Plan plan = TestPlans.parse(graph);

        assertThat(plan.kernels()).hasSize(2);
        assertThat(plan.mayAlias(0, "x")).isFalse();
        assertThat(plan.mayAlias(1, "x")).isTrue();
        assertThat(plan.mayAlias(1, "y")).isTrue();
    }

    /** Elements with equal indices have other addresses. */
    @Test
    void result_ofOtherElementSize_doesNotAlias() {
        Plan plan = TestPlans.parse("""
                graph f(%x: i8[4*n], %y: f32[n]) {
                  %0 = StridedSlice(%x) {begin=(0), end=(n), strides=[1]} : i8[n]
                  %1 = Cast(%0) {dtype="f32"} : f32[n]
                  %2 = Cast(%y) {dtype="i32"} : i32[n]
                  return wide=%1, same=%2
                }
                """);

        assertThat(plan.mayAlias(0, "x")).isFalse();
        assertThat(plan.mayAlias(1, "y")).isTrue();
    }

    @Test
    void result_ofReversedOrShiftedOperand_doesNotAlias() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n], %y: f32[n + 1]) {
                  %0 = Reverse(%x) {axes=[0]} : f32[n]
                  %1 = Neg(%0) : f32[n]
                  %2 = StridedSlice(%y) {begin=(1), end=(n + 1), strides=[1]} : f32[n]
                  %3 = Neg(%2) : f32[n]
                  return reversed=%1, shifted=%3
                }
                """);

        assertThat(plan.mayAlias(0, "x")).isFalse();
        assertThat(plan.mayAlias(1, "y")).isFalse();
    }

    @Test
    void result_ofTransposedOperand_doesNotAlias() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, n], %i: i64[n]) {
                  %0 = Transpose(%x) {permutation=[1 0]} : f32[n, n]
                  %1 = Exp(%0) : f32[n, n]
                  %2 = Gather(%x, %i) {axis=0} : f32[n, n]
                  return turned=%1, gathered=%2
                }
                """);

        assertThat(plan.mayAlias(0, "x")).isFalse();
        assertThat(plan.mayAlias(1, "x")).isFalse();
    }

    @Test
    void result_ofLibraryOnSlice_doesNotAliasParameter() {
        Plan plan = planned("""
                graph f(%a: f32[2*n, n], %b: f32[n, n], %c: f32[n, n]) {
                  kernel MatMul {
                    %0 = StridedSlice(%a) {begin=(n), end=(2*n), no_task=true, strides=[1]} : f32[n, n]
                    %1 = MatMul(%0, %b) : f32[n, n]
                  }
                  kernel Exp {
                    %2 = Exp(%1) : f32[n, n]
                  }
                  kernel MatMul {
                    %3 = StridedSlice(%c) {begin=(0), end=(1), no_task=true, strides=[1]} : f32[1, n]
                    %4 = MatMul(%3, %2) : f32[1, n]
                  }
                  return x=%2, y=%4
                }
                """);

        assertThat(plan.mayAlias(0, "a")).isTrue();
        assertThat(plan.mayAlias(0, "b")).isTrue();
        assertThat(plan.mayAlias(0, "c")).isFalse();
        assertThat(plan.mayAlias(1, "c")).isFalse();
        assertThat(plan.mayAlias(1, "a")).isTrue();
    }

    @Test
    void result_ofConcurrentRead_doesNotAliasParameter() {
        Plan plan = planned("""
                graph f(%x: f32[n], %y: f32[n]) {
                  kernel Exp {
                    %0 = Exp(%x) : f32[n]
                  }
                  kernel Neg together {
                    %1 = Neg(%y) : f32[n]
                  }
                  kernel Abs after {
                    %2 = Abs(%0) : f32[n]
                  }
                  return a=%1, b=%2
                }
                """);

        assertThat(plan.launches()).hasSize(1);
        assertThat(plan.launches().get(0).phases()).extracting(List::size).containsExactly(2, 1);
        assertThat(plan.mayAlias(0, "y")).isTrue();
        assertThat(plan.mayAlias(0, "x")).isFalse();
        assertThat(plan.mayAlias(1, "x")).isTrue();
        assertThat(plan.mayAlias(1, "y")).isTrue();
    }

    private static Plan planned(String graph) {
        try {
            return Planner.plan(GraphParser.parse(graph), "f", Targets.capabilities(Targets.ALL));
        } catch (SchedulingException e) {
            throw new AssertionError(e);
        }
    }
}
