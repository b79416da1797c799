package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In a process of its own: the loaders load native libraries. */
@Tag("slow")
@Tag("process")
class ReloadTest {

    @Test
    void closedLoader_ofRuntimeAndKernels_isCollected() throws IOException, InterruptedException {
        assertThat(ChildProcess.run(ReloadedProgram.class, List.of(), "all"))
                .isEqualToNormalizingNewlines("0 loaders are left\n");
    }

    @Test
    void closedLoader_ofKernels_isCollected() throws IOException, InterruptedException {
        assertThat(ChildProcess.run(ReloadedProgram.class, List.of(), "kernels"))
                .contains("0 loaders are left");
    }
}
