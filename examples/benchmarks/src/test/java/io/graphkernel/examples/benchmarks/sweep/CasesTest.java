package io.graphkernel.examples.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.op.OpTable;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The benchmark forgets no op, and names none that does not exist. */
class CasesTest {
    @Test
    void everyOp_isMeasuredOrLeftOutWithAReason() {
        assertThat(Cases.forgotten()).isEmpty();
    }

    @Test
    void noOp_isBothMeasuredAndLeftOut() {
        assertThat(Cases.sweep())
                .extracting(Case::op)
                .doesNotContainAnyElementsOf(Cases.notMeasured().keySet());
    }

    @Test
    void everyName_isOneOfTheTable() {
        List<Case> cases = Stream.of(
                        Cases.sweep(),
                        FusedCases.oddSizes(),
                        FusedCases.rowReductions(),
                        FusedCases.columnReductions(),
                        Peers.cases())
                .flatMap(List::stream)
                .toList();
        assertThat(cases).isNotEmpty().allMatch(Case::isKnown, "is in the op table");
        assertThat(Cases.notMeasured().keySet())
                .allMatch(op -> OpTable.get().find(op).isPresent());
    }

    @Test
    void casesOfAnOp_haveDifferentTitles() {
        assertThat(Cases.sweep()).extracting(Case::title).doesNotHaveDuplicates();
    }
}
