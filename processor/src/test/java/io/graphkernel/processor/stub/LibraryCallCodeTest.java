package io.graphkernel.processor.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import org.junit.jupiter.api.Test;

class LibraryCallCodeTest {

    @Test
    void everyOpOfALibraryHasACall() {
        assertThat(LibraryCallCode.CALLS.keySet())
                .containsExactlyInAnyOrderElementsOf(OpTable.get().rows().stream()
                        .filter(row -> row.kind() == OpKind.LIBRARY)
                        .map(OpRow::name)
                        .toList());
    }
}
