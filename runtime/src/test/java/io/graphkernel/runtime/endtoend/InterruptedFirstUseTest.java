package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class InterruptedFirstUseTest {
    @TempDir
    Path directory;

    @Test
    void firstUse_withAPendingInterrupt_worksAndLeavesItPending() throws IOException, InterruptedException {
        assertThat(ChildProcess.run(
                        InterruptedFirstUse.class, List.of("-Dgraphkernel.native.dir=" + directory.resolve("natives"))))
                .isEqualToNormalizingNewlines("4.0 2.0 true\n");
    }
}
