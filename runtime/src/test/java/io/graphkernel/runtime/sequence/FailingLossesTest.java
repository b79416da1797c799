package io.graphkernel.runtime.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An error inside of a loss, a tape or a scope ends them, and the process can go on and end. */
@Tag("process")
@Tag("sampled")
class FailingLossesTest {
    @TempDir
    Path directory;

    @Test
    @Tag("slow")
    void errors_insideOfLosses_leaveNothingOpen() throws IOException, InterruptedException {
        long seed = Long.getLong("runtime.seed", TestTier.isExhaustive() ? System.nanoTime() : 17);
        String output = new LimitedProcess(directory, TestTier.isExhaustive() ? 600 : 60)
                .run(
                        "seed " + seed,
                        List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dgraphkernel.leaks=off"),
                        FailingLosses.class,
                        Long.toString(seed),
                        TestTier.select("4", "8", "400"));
        assertThat(output).contains(" overflows, ");
        System.out.print("seed " + seed + ": " + output);
    }
}
