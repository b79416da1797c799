package io.graphkernel.runtime.sequence;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Tag("process")
class LimitedProcessTest {

    @TempDir
    Path directory;

    @Test
    @DisplayName("A4: a program that does not end fails its test, which shows where each thread is")
    void program_thatHangs_isKilled() {
        assertThatThrownBy(() -> new LimitedProcess(directory, 5).run("sleeping", List.of(), SleepingProgram.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("sleeping comes to an end", "asleep", "\"main\"", "sleepForEver");
    }
}
