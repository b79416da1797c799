package io.graphkernel.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.testing.ExhaustiveOnly;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks in processes of their own, over TCP of this machine. */
@Timeout(600)
@ExhaustiveOnly
@Tag("peer")
@Tag("process")
class GlooTest {

    @TempDir
    private Path directory;

    private List<String> run(int size, String word) throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        List<Process> processes = new ArrayList<>();
        List<String> said = new ArrayList<>();
        try {
            for (int rank = 0; rank < size; rank++) {
                processes.add(new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                GlooProgram.class.getName(),
                                "" + rank,
                                "" + size,
                                "" + port,
                                word)
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve(word + rank).toFile())
                        .start());
            }
            for (Process process : processes) {
                assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            for (Process process : processes) {
                process.destroyForcibly().waitFor();
            }
            for (int rank = 0; rank < processes.size(); rank++) {
                said.add(Files.readString(directory.resolve(word + rank)));
            }
        }
        return said;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void everyCollective_hasTheBitsOfThreads(int size) throws Exception {
        List<String> said = run(size, "equal");
        for (int rank = 0; rank < size; rank++) {
            assertThat(said.get(rank)).contains("rank " + rank + " of " + size + " of world has compared 440");
        }
    }

    @Test
    void bytes_moveAndAreSummedWhileRanksCompute() throws Exception {
        assertThat(run(2, "compute")).allSatisfy(said -> assertThat(said).contains("has summed while it computed"));
    }

    @ParameterizedTest
    @CsvSource({
        "fail, [GK-6303] rank failed: rank 1 of the group world: java.lang.IllegalStateException: no data",
        "kill, [GK-6361] Gloo failed: rank 0 of the group world:",
        "late, [GK-6361] Gloo failed: rank 0 of the group world:",
        "mismatch, [GK-6306] ranks called different collectives: rank 0 of the group world called sum of f32[100000], but rank 1 called max of"
                + " f32[100000]"
    })
    void failures_areThrownOnTheOthers(String word, String message) throws Exception {
        assertThat(run(3, word).get(0)).contains(message);
    }
}
