package io.graphkernel.processor.option;

import io.graphkernel.processor.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FlagsPageTest {

    @Test
    void checkedInPageIsWhatTheTableGives() {
        Golden.check(Path.of("FLAGS.md"), FlagsPage.print());
    }
}
