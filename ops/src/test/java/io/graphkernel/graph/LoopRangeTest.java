package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DimCondition.Relation;
import org.junit.jupiter.api.Test;

class LoopRangeTest {

    private final LoopRange range = new LoopRange("i_loop0", Dim.of("t"));

    @Test
    void slope_ofLinearDim_isItsGrowth() {
        assertThat(range.slope(Dim.of("3*i_loop0 + n"))).hasValue(Dim.of(3));
        assertThat(range.slope(Dim.of("n"))).hasValue(Dim.ZERO);
        assertThat(range.slope(Dim.of("i_loop0*i_loop0"))).isEmpty();
        assertThat(range.first(Dim.of("3*i_loop0 + n"))).isEqualTo(Dim.of("n"));
    }

    @Test
    void condition_onTheIndex_isOneForAllIterations() {
        assertThat(lifted("i_loop0 + 1", Relation.AT_MOST, "n")).isEqualTo("t <= n");
        assertThat(lifted("i_loop0 - 1", Relation.AT_LEAST, "0")).isEqualTo("-1 >= 0");
        assertThat(lifted("t - i_loop0", Relation.AT_LEAST, "2")).isEqualTo("1 >= 2");
        assertThat(lifted("m*i_loop0", Relation.AT_MOST, "n")).isEqualTo("m*t - m <= n");
        assertThat(lifted("n", Relation.EQUAL, "m")).isEqualTo("n == m");
    }

    @Test
    void condition_onQuotientsAndRemainders_isOneOnTheirBounds() {
        assertLifted("floorDiv(i_loop0, 2) + 1", Relation.AT_MOST, "floorDiv(t - 1, 2) + 1");
        assertLifted("floorDiv(i_loop0, 2)", Relation.AT_LEAST, "0");
        assertLifted("m - floorDiv(i_loop0, 3)", Relation.AT_LEAST, "m - floorDiv(t - 1, 3)");
        assertLifted("i_loop0 - 2*floorDiv(i_loop0, 2) + 1", Relation.AT_MOST, "min(t - 1, 1) + 1");
        assertLifted("i_loop0 - 2*floorDiv(i_loop0, 2)", Relation.AT_LEAST, "0");
    }

    private void assertLifted(String left, Relation relation, String expected) {
        assertThat(lifted(left, relation, "n"))
                .isEqualTo(condition(expected, relation, "n").toString());
    }

    @Test
    void condition_withoutBound_isUnknown() {
        assertThat(range.overAllIterations(condition("i_loop0*i_loop0", Relation.AT_MOST, "n")))
                .isEmpty();
        assertThat(range.overAllIterations(condition("i_loop0", Relation.EQUAL, "n")))
                .isEmpty();
        assertThat(range.overAllIterations(condition("n*i_loop0 - m*i_loop0", Relation.AT_MOST, "0")))
                .isEmpty();
    }

    private String lifted(String left, Relation relation, String right) {
        return range.overAllIterations(condition(left, relation, right))
                .orElseThrow()
                .toString();
    }

    private static DimCondition condition(String left, Relation relation, String right) {
        return new DimCondition(Dim.of(left), relation, Dim.of(right), "reason", Origin.NONE);
    }
}
