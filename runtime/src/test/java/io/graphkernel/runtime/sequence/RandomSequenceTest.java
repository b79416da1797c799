package io.graphkernel.runtime.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.OpenClTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No sequence of public calls ends the process. It runs in one of its own, so that a crash is a failure like others. */
@DisplayName("A1, A4: no sequence of public calls ends the process")
class RandomSequenceTest {
    private static final boolean EXHAUSTIVE = Boolean.getBoolean("runtime.exhaustive");

    @TempDir
    Path directory;

    @Test
    @DisplayName("of random calls by several threads")
    void ofRandomCalls() throws IOException, InterruptedException {
        random(EXHAUSTIVE ? "1000000" : "200000", Device.cpu());
    }

    /** Not in every run: PoCL's threads wait on each other for ever, now and then, where glibc loses a wake-up. */
    @Test
    @DisplayName("of random calls on a device")
    void ofRandomCallsOnADevice() throws IOException, InterruptedException {
        assumeTrue(EXHAUSTIVE, "runs with -Pexhaustive");
        random("200000", OpenClTests.device());
    }

    private void random(String steps, Device device) throws IOException, InterruptedException {
        long seed = Long.getLong("runtime.seed", EXHAUSTIVE ? System.nanoTime() : 14);
        String seconds = EXHAUSTIVE ? "3600" : "8";
        System.out.println("seed " + seed);
        System.out.print(
                run("seed " + seed, RandomSequence.class, Long.toString(seed), steps, "4", seconds, device.toString()));
    }

    @Test
    @DisplayName("of a tensor that another thread closes meanwhile")
    void ofATensorThatAnotherThreadCloses() throws IOException, InterruptedException {
        System.out.print(run("closing", CloseRace.class, EXHAUSTIVE ? "10000" : "1000"));
    }

    private String run(String what, Class<?> program, String... arguments) throws IOException, InterruptedException {
        Path crash = directory.resolve("crash.log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx768m",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + crash,
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // The C library gives memory of this size and more back to the system as soon as it is freed.
        builder.environment().put("MALLOC_MMAP_THRESHOLD_", "32768");
        Path printed = directory.resolve("output.txt");
        Process process = builder.redirectOutput(printed.toFile()).start();
        boolean ended = process.waitFor(EXHAUSTIVE ? 4000 : 300, TimeUnit.SECONDS);
        process.destroyForcibly();
        String output = Files.readString(printed);
        assertThat(ended).as(what + " comes to an end\n" + output).isTrue();
        assertThat(process.exitValue())
                .as(what + "\n" + output + summary(crash))
                .isZero();
        return output;
    }

    /** The head of what the virtual machine says of a crash, and the frames. */
    private static String summary(Path crash) throws IOException {
        if (!Files.exists(crash)) {
            return "";
        }
        try (var lines = Files.lines(crash)) {
            return lines.limit(120).collect(Collectors.joining("\n", "\n", "\n"));
        }
    }
}
