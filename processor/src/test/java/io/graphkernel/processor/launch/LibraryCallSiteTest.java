package io.graphkernel.processor.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpRow;
import org.junit.jupiter.api.Test;

class LibraryCallSiteTest {

    @Test
    void libraryOps_haveACallSite() {
        assertThat(LibraryCallSite.ops())
                .containsExactlyInAnyOrderElementsOf(OpTable.get().rows().stream()
                        .filter(row -> row.kind() == OpKind.LIBRARY)
                        .map(OpRow::name)
                        .toList());
    }
}
