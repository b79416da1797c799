package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.schedule.Arena.Allocation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the liveness and the layout of a plan's arena. */
class ArenaTest {

    /** Sizes of axes, one per symbol. */
    private static final List<List<Integer>> SIZES =
            List.of(List.of(1, 2, 3, 5, 7), List.of(33, 4, 20), List.of(0, 4, 9));

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void liveAllocations_ofBlocks_areNotOverwritten(int level) {
        for (Graph block : TestPlans.blocks()) {
            check(TestPlans.of(block, level));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void liveAllocations_ofAnyTemplate_areNotOverwritten(int level) {
        for (Graph form : TestPlans.forms()) {
            check(TestPlans.of(form, level));
        }
    }

    private static void check(Plan plan) {
        for (List<Integer> axes : SIZES) {
            Map<String, Dim> sizes = new HashMap<>();
            plan.arena().sizes().stream()
                    .flatMap(size -> size.symbols().stream())
                    .forEach(symbol -> sizes.putIfAbsent(symbol, Dim.of(axes.get(sizes.size() % axes.size()))));
            try {
                ArenaPainter.check(plan, sizes);
            } catch (AssertionError e) {
                throw new AssertionError(plan.graph().name() + " " + sizes, e);
            }
        }
    }

    /** The checker detects errors. */
    @Test
    void wrongLayout_isDetected() {
        Plan plan = TestPlans.of(chain("n"), 0);
        List<Allocation> tooShort = plan.arena().allocations().stream()
                .map(allocation -> new Allocation(allocation.bytes(), allocation.first(), allocation.first()))
                .toList();
        Plan wrong = new Plan(plan.graph(), plan.launches(), plan.temporaries(), new Arena(tooShort, Map.of()));

        assertThatThrownBy(() -> ArenaPainter.check(wrong, Map.of("n", Dim.of(100))))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void constantSizes_arePlannedAtCompileTime() {
        Arena arena = TestPlans.of(chain("1000"), 0).arena();

        assertThat(arena.constantLayout())
                .hasValueSatisfying(layout -> assertThat(layout.bytes()).isEqualTo(2 * 4032));
        assertThat(TestPlans.of(chain("n"), 0).arena().constantLayout()).isEmpty();
    }

    @Test
    void bound_isTheMaximumOfLiveBytes() {
        Arena arena = TestPlans.of(chain("n"), 0).arena();

        assertThat(arena.bound()).hasToString("8*n");
        assertThat(arena.stack())
                .hasValueSatisfying(stack -> assertThat(stack.bytes()).hasToString("[4*n, 4*n]"));
    }

    /** A kernel that also sums its output reads each element before it is overwritten, as other single loops. */
    @Test
    void fullSum_leavesOthersInPlace() {
        Arena arena = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, m], %y: f32[m, n]) {
                  %0 = MatMul(%x, %y) {transpose_a=false, transpose_b=false} : f32[n, n]
                  %1 = Exp(%0) : f32[n, n]
                  %2 = Mul(%1, %1) : f32[n, n]
                  %3 = ReduceSum(%2) {axes=[0 1], keep_dims=false} : f32[]
                  %4 = MatMul(%1, %x) {transpose_a=false, transpose_b=false} : f32[n, m]
                  return sum=%3, out=%4
                }
                """), 2).arena();

        assertThat(arena.allocations().stream()
                        .filter(allocation -> allocation.bytes().equals(Dim.of("4*n*n"))))
                .hasSize(1);
    }

    /** The larger one is known only at the call. */
    @Test
    void allocations_ofDifferentSizes_shareALevel() {
        Arena arena =
                new Arena(List.of(new Allocation(Dim.of("4*n"), 0, 1), new Allocation(Dim.of("8*m"), 2, 3)), Map.of());

        assertThat(arena.stack())
                .hasValueSatisfying(stack -> assertThat(stack.bytes()).hasToString("[max(4*n, 8*m)]"));
    }

    /** First n and m are live, then m and k: if k is larger than n, m must be after k. */
    @Test
    void offsets_dependingOnDims_arePlannedAtTheCall() {
        Arena arena = new Arena(
                List.of(
                        new Allocation(Dim.of("4*n"), 0, 1),
                        new Allocation(Dim.of("4*m"), 1, 2),
                        new Allocation(Dim.of("4*k"), 2, 3),
                        new Allocation(Dim.of("4*j"), 3, 4)),
                Map.of());

        assertThat(arena.stack()).isEmpty();
        assertThat(arena.plannerAllocations()).hasToString("0:0-1 1:1-2 2:2-3 3:3-4");
        Map<String, Dim> dims = Map.of("j", Dim.of(1), "k", Dim.of(2), "m", Dim.of(3), "n", Dim.of(4));
        assertThat(arena.bound().substitute(dims)).isEqualTo(Dim.of(28));
    }

    private static Graph chain(String size) {
        return GraphParser.parse("""
                graph f(%%x: f32[%1$s]) {
                  %%0 = Exp(%%x) : f32[%1$s]
                  %%1 = Sin(%%0) : f32[%1$s]
                  %%2 = Cos(%%1) : f32[%1$s]
                  %%3 = Add(%%0, %%2) : f32[%1$s]
                  return out=%%3
                }
                """.formatted(size));
    }
}
