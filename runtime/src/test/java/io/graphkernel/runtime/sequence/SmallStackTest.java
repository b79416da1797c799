package io.graphkernel.runtime.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process of its own, in which oneDNN has not been loaded by another thread. */
@Tag("process")
class SmallStackTest {
    @TempDir
    Path directory;

    @Test
    @DisplayName("A thread with a stack of 256 KiB may be the first that needs oneDNN")
    void oneDnn_isLoadedWithItsOwnStack() throws IOException, InterruptedException {
        assertThat(new LimitedProcess(directory, 60).run("small stack", List.of(), SmallStack.class))
                .isEqualToNormalizingNewlines("22.0\n");
    }
}
