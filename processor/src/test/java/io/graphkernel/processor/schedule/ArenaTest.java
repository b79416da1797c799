package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphParser;
import io.graphkernel.processor.schedule.Arena.Allocation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What lives in the arena of a plan, and where. */
class ArenaTest {

    /** Sizes of axes, of which each symbol takes the next. */
    private static final List<List<Integer>> SIZES =
            List.of(List.of(1, 2, 3, 5, 7), List.of(33, 4, 20), List.of(0, 4, 9));

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void nothingThatLivesIsWrittenOverInTheBlocks(int level) {
        for (Graph block : TestPlans.blocks()) {
            check(TestPlans.of(block, level));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void nothingThatLivesIsWrittenOverInAnyForm(int level) {
        for (Graph form : TestPlans.forms()) {
            check(TestPlans.of(form, level));
        }
    }

    private static void check(Plan plan) {
        for (List<Integer> each : SIZES) {
            Map<String, Dim> sizes = new HashMap<>();
            plan.arena().sizes().stream()
                    .flatMap(size -> size.symbols().stream())
                    .forEach(symbol -> sizes.putIfAbsent(symbol, Dim.of(each.get(sizes.size() % each.size()))));
            try {
                ArenaPainter.check(plan, sizes);
            } catch (AssertionError e) {
                throw new AssertionError(plan.graph().name() + " " + sizes, e);
            }
        }
    }

    /** The painter notices what it is there for. */
    @Test
    void theWrongLayoutIsNoticed() {
        Plan plan = TestPlans.of(chain("n"), 0);
        List<Allocation> tooShort = plan.arena().allocations().stream()
                .map(each -> new Allocation(each.bytes(), each.first(), each.first()))
                .toList();
        Plan wrong = new Plan(plan.graph(), plan.launches(), plan.temporaries(), new Arena(tooShort, Map.of()));

        assertThatThrownBy(() -> ArenaPainter.check(wrong, Map.of("n", Dim.of(100))))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void numbersArePlannedAtCompileTime() {
        Arena arena = TestPlans.of(chain("1000"), 0).arena();

        assertThat(arena.constantLayout())
                .hasValueSatisfying(layout -> assertThat(layout.bytes()).isEqualTo(2 * 4032));
        assertThat(TestPlans.of(chain("n"), 0).arena().constantLayout()).isEmpty();
    }

    @Test
    void theBoundIsWhatLivesAtTheSameTime() {
        Arena arena = TestPlans.of(chain("n"), 0).arena();

        assertThat(arena.bound()).hasToString("8*n");
        assertThat(arena.stack())
                .hasValueSatisfying(stack -> assertThat(stack.bytes()).hasToString("[4*n, 4*n]"));
    }

    /** A kernel that also sums what it writes reads each element before it writes there, as any other loop over the elements. */
    @Test
    void aSumOfAllElementsLeavesTheOthersInPlace() {
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

    /** Which of the two is larger is known at the call. */
    @Test
    void piecesOfDifferentSizesFollowEachOther() {
        Arena arena =
                new Arena(List.of(new Allocation(Dim.of("4*n"), 0, 1), new Allocation(Dim.of("8*m"), 2, 3)), Map.of());

        assertThat(arena.stack())
                .hasValueSatisfying(stack -> assertThat(stack.bytes()).hasToString("[max(4*n, 8*m)]"));
    }

    /** At one time n and m live, at another m and k: where k is larger than n, m must lie after k. */
    @Test
    void offsetsThatDependOnTheDimsArePlannedAtTheCall() {
        Arena arena = new Arena(
                List.of(
                        new Allocation(Dim.of("4*n"), 0, 1),
                        new Allocation(Dim.of("4*m"), 1, 2),
                        new Allocation(Dim.of("4*k"), 2, 3),
                        new Allocation(Dim.of("4*j"), 3, 4)),
                Map.of());

        assertThat(arena.stack()).isEmpty();
        assertThat(arena.pieces()).hasToString("0:0-1 1:1-2 2:2-3 3:3-4");
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
