package io.graphkernel.processor.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import org.junit.jupiter.api.Test;

class LibraryCallSiteTest {

    @Test
    void everyOpOfALibraryHasACall() {
        assertThat(LibraryCallSite.ops())
                .containsExactlyInAnyOrderElementsOf(OpTable.get().rows().stream()
                        .filter(row -> row.kind() == OpKind.LIBRARY)
                        .map(OpRow::name)
                        .toList());
    }
}
