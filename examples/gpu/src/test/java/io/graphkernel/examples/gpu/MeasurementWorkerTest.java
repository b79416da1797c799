package io.graphkernel.examples.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a script of a POSIX shell stands for the worker")
class MeasurementWorkerTest {
    private static final String ECHO = "while read -r line; do [ \"$line\" = slow ] && sleep 1; "
            + "[ \"$line\" = end ] && exit; echo \"got $line\"; echo DONE; done";

    @TempDir
    Path directory;

    @Test
    void request_answered_returnsLines() throws IOException, InterruptedException {
        try (MeasurementWorker worker = start()) {
            assertThat(worker.request("a", Deadline.after(Duration.ofSeconds(20))))
                    .containsExactly("got a");
        }
    }

    @Test
    void request_afterLateAnswer_returnsOwnAnswer() throws IOException, InterruptedException {
        try (MeasurementWorker worker = start()) {
            assertThatThrownBy(() -> worker.request("slow", Deadline.after(Duration.ofMillis(20))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("slow");
            assertThat(worker.isRunning()).isTrue();
            assertThat(worker.request("b", Deadline.after(Duration.ofSeconds(20))))
                    .containsExactly("got b");
        }
    }

    @Test
    void request_endedWorker_isRejected() throws IOException, InterruptedException {
        try (MeasurementWorker worker = start()) {
            assertThatThrownBy(() -> worker.request("end", Deadline.after(Duration.ofSeconds(20))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("ended at: end");
        }
    }

    private MeasurementWorker start() throws IOException {
        return MeasurementWorker.start("echo", directory, List.of("sh", "-c", ECHO));
    }
}
