package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DimCondition.Decision;
import io.graphkernel.graph.DimCondition.Relation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DimConditionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2*n | EQUAL    | n + n | HOLDS",
                "n   | EQUAL    | n + 1 | FAILS",
                "n   | EQUAL    | m     | OPEN",
                "n   | AT_LEAST | 0     | HOLDS",
                "n   | AT_LEAST | 1     | OPEN",
                "3   | AT_LEAST | 4     | FAILS",
                "n   | AT_LEAST | n + 1 | FAILS",
                "n   | AT_LEAST | n - m | HOLDS",
                "2*n + 1 | AT_MOST  | n     | FAILS",
                "n   | AT_LEAST | 2*n + 1 | FAILS",
                "n   | EQUAL    | 2*n + 1 | FAILS",
                "n   | EQUAL    | 2*n   | OPEN",
                "n   | AT_MOST  | m     | OPEN"
            })
    void symbols_decideSome(String left, Relation relation, String right, Decision decision) {
        DimCondition condition = new DimCondition(Dim.of(left), relation, Dim.of(right), "test", Origin.NONE);

        assertThat(condition.decision()).isEqualTo(decision);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4*n | EQUAL     | 6*n   | true",
                "2*n | AT_MOST   | n     | true",
                "n*d | AT_LEAST  | 2*n*d | true",
                "n   | AT_LEAST  | 1     | false",
                "n   | EQUAL     | 1     | false",
                "n   | DIFFERENT | 1     | false",
                "n   | EQUAL     | m     | false",
                "2*n | EQUAL     | 2*n   | false",
                "3   | AT_LEAST  | 4     | false"
            })
    void conditions_thatHoldForEmptyTensorsOnly_requireZero(
            String left, Relation relation, String right, boolean expected) {
        DimCondition condition = new DimCondition(Dim.of(left), relation, Dim.of(right), "test", Origin.NONE);

        assertThat(condition.requiresZero()).isEqualTo(expected);
    }
}
