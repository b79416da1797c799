package io.graphkernel.processor.pass;

import io.graphkernel.processor.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DocumentedFusionsPageTest {

    @Test
    void checkedInPageIsWhatThePassesGive() {
        Golden.check(Path.of("PASSES.md"), DocumentedFusionsPage.print());
    }
}
