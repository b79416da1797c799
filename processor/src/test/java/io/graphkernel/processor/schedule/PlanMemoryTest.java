package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.build.Targets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the allocation of a plan's temporaries. */
class PlanMemoryTest {

    @Test
    void temporary_atItsLastUse_isOverwritten() {
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
        assertThat(allocations(plan)).containsExactly(0, 0, 0);
    }

    @Test
    void temporaries_ofDifferentSizes_doNotShare() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = ReduceSum(%0) {axes=[1], keep_dims=true} : f32[n, 1]
                  %2 = Exp(%1) : f32[n, 1]
                  %3 = Add(%x, %2) : f32[n, d]
                  return out=%3
                }
                """), 0);

        assertThat(allocations(plan)).containsExactly(0, 1, 1);
    }

    @Test
    void temporary_readLater_isNotOverwritten() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Sin(%0) : f32[n, d]
                  %2 = Cos(%1) : f32[n, d]
                  %3 = Add(%0, %2) : f32[n, d]
                  return out=%3
                }
                """), 0);

        assertThat(allocations(plan)).containsExactly(0, 1, 1);
    }

    @Test
    void result_readByAnotherKernel_isNotATemporary() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Sin(%0) : f32[n, d]
                  return a=%0, b=%0, c=%1
                }
                """), 0);

        assertThat(plan.temporaries()).isEmpty();
        assertThat(plan.kernels().get(0).buffers().outputs())
                .extracting(Buffer::location)
                .containsExactly(new Location.Result(0), new Location.Result(1));
        assertThat(plan.kernels().get(1).buffers().inputs())
                .extracting(Buffer::location)
                .containsExactly(new Location.Result(0));
    }

    @Test
    void temporaryRegions_areLiveAsLongAsTheWhole() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n]) {
                  %0 = Exp(%x) : f32[n]
                  %1 = Neg(%x) : f32[n]
                  %2 = Concat(%0, %1) {axis=0} : f32[2*n]
                  %3 = Sin(%2) : f32[2*n]
                  %4 = Cos(%3) : f32[2*n]
                  %5 = Tan(%4) : f32[2*n]
                  return out=%5
                }
                """), 0);

        assertThat(plan.temporaries()).hasSize(3);
        assertThat(allocations(plan)).containsExactly(0, 0, 0);
        assertThat(plan.kernels().get(1).buffers().outputs())
                .extracting(Buffer::location)
                .containsExactly(new Location.Temporary(0));
    }

    @Test
    void reshapedValue_sharesMemory() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, 4]) {
                  %0 = Exp(%x) : f32[n, 4]
                  %1 = Reshape(%0) {dims=(4*n)} : f32[4*n]
                  %2 = Reverse(%1) {axes=[0]} : f32[4*n]
                  return a=%0, b=%1, c=%2
                }
                """);

        assertThat(plan.steps()).hasSize(2);
        assertThat(plan.kernels().get(0).buffers().outputs())
                .extracting(Buffer::location)
                .containsExactly(new Location.Result(0), new Location.Result(1));
        assertThat(plan.kernels().get(1).buffers().inputs())
                .extracting(Buffer::location)
                .containsExactly(new Location.Result(0));
        assertThat(plan.kernels().get(1).buffers().inputs())
                .extracting(input -> input.access().toString())
                .containsExactly("4*n - 1 + [-1]");
    }

    @Test
    void temporaries_ofSameSize_shareForAnyShape() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Cast(%0) {dtype="i32"} : i32[n, d]
                  %2 = Transpose(%1) {permutation=[1 0]} : i32[d, n]
                  %3 = Neg(%2) : i32[d, n]
                  %4 = Cast(%3) {dtype="f64"} : f64[d, n]
                  %5 = Exp(%4) : f64[d, n]
                  return out=%5
                }
                """), 0);

        assertThat(allocations(plan)).containsExactly(0, 0, 1, 2);
        assertThat(levels(plan)).containsExactly(0, 1, 0);
    }

    @Test
    void memory_whileItsReaderRuns_isNotReused() {
        String text = """
                graph f(%%x: f32[n], %%y: f32[n]) {
                  kernel Exp {
                    %%0 = Exp(%%x) : f32[n]
                  }
                  kernel Neg {
                    %%1 = Neg(%%0) : f32[n]
                  }
                  kernel Abs%s {
                    %%2 = Abs(%%y) : f32[n]
                  }
                  kernel Add {
                    %%3 = Add(%%2, 1.0) : f32[n]
                  }
                  return a=%%1, b=%%3
                }
                """;

        assertThat(levels(planned(text.formatted("")))).containsExactly(0, 0);
        assertThat(levels(planned(text.formatted(" together")))).containsExactly(0, 1);
    }

    @Test
    void slice_keepsTheWholeAlive() {
        Plan plan = planned("""
                graph f(%a: f32[2*n, k], %w: f32[k, k]) {
                  kernel MatMul {
                    %0 = MatMul(%a, %w) : f32[2*n, k]
                  }
                  kernel MatMul {
                    %1 = StridedSlice(%0) {begin=(0), end=(n), no_task=true, strides=[1]} : f32[n, k]
                    %2 = MatMul(%1, %w) : f32[n, k]
                  }
                  kernel Exp {
                    %3 = Exp(%a) : f32[2*n, k]
                  }
                  kernel MatMul {
                    %4 = StridedSlice(%0) {begin=(n), end=(2*n), no_task=true, strides=[1]} : f32[n, k]
                    %5 = MatMul(%4, %2) {transpose_b=true} : f32[n, n]
                  }
                  kernel Sin {
                    %6 = Sin(%a) : f32[2*n, k]
                  }
                  kernel Add {
                    %7 = Add(%3, %6) : f32[2*n, k]
                  }
                  return a=%5, b=%7
                }
                """);

        assertThat(allocations(plan)).containsExactly(0, 1, 2, 3);
        assertThat(plan.arena().allocations())
                .extracting(Arena.Allocation::first, Arena.Allocation::last)
                .containsExactly(tuple(0, 3), tuple(1, 3), tuple(2, 5), tuple(4, 5));
        assertThat(PlanTest.calls(plan))
                .extracting(call -> call.operands().get(0))
                .hasToString("""
                [Region[location=Parameter[name=a], access=[k, 1]], \
                Region[location=Temporary[index=0], access=[k, 1]], \
                Region[location=Temporary[index=0], access=k*n + [k, 1]]]""");
    }

    /** Returns the levels of allocations if one order is optimal for all sizes; otherwise empty. */
    private static List<Integer> levels(Plan plan) {
        return plan.arena().stack().map(Arena.Stack::levels).orElse(List.of());
    }

    private static List<Integer> allocations(Plan plan) {
        return plan.temporaries().stream().map(Plan.Temporary::allocation).toList();
    }

    private static Plan planned(String graph) {
        try {
            return Planner.plan(GraphParser.parse(graph), "f", Targets.capabilities(Targets.ALL));
        } catch (SchedulingException e) {
            throw new AssertionError(e);
        }
    }
}
