package io.graphkernel.conformance.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import io.graphkernel.op.row.OpRow;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** No elementwise op without a stated bound, and no bound that nothing checks. */
class StatedBoundsTest {

    @Test
    void elementwiseOps_haveAStatedBound() {
        assertThat(AccuracyBounds.elementwiseRows())
                .filteredOn(row -> row.tolerance().isEmpty())
                .extracting(OpRow::name)
                .isEmpty();
    }

    @Test
    void boundsOfFloats_areChecked() {
        Set<String> checked =
                AccuracyBounds.all().stream().map(AccuracyBound::op).collect(Collectors.toSet());
        assertThat(AccuracyBounds.checkedRows())
                .extracting(OpRow::name)
                .filteredOn(name -> !checked.contains(name))
                .isEmpty();
    }

    @Test
    void opsWithoutFloats_areExact() {
        assertThat(AccuracyBounds.elementwiseRows())
                .filteredOn(row -> !row.dtypes().dtypes().contains(DataType.F32))
                .allMatch(row -> row.tolerance().equals("exact"));
    }

    @Test
    void opsCheckedElsewhere_areElementwise() {
        List<String> elementwise =
                AccuracyBounds.elementwiseRows().stream().map(OpRow::name).toList();
        assertThat(elementwise).containsAll(AccuracyBounds.checkedElsewhere());
    }

    /** Each computed magnitude has the words of the row: if these change, it has to be compared with them. */
    @Test
    void magnitudes_areThoseOfTheRows() {
        assertThat(AccuracyBounds.all())
                .allSatisfy(bound ->
                        assertThat(bound.magnitude()).as(bound.toString()).isEqualTo(bound.statedMagnitude()));
    }
}
