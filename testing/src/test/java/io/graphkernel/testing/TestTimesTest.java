package io.graphkernel.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code .ci/test-times}, on reports as Surefire and Failsafe write them. */
@Tag("process")
class TestTimesTest {

    private static final Path SCRIPT =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling(".ci/test-times");

    private static final String HEADING = "Fast test classes over 5 s, and full ones over 120 s:";

    /** Exit status and output of the script. */
    private record Ended(int status, List<String> lines) {}

    @TempDir
    Path directory;

    @BeforeEach
    void requireBash() {
        assumeThat(Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "bash"))))
                .as("bash on the path")
                .isTrue();
    }

    private Path report(String reports, String name, String time) throws IOException {
        return report(reports, name, time, time);
    }

    private Path report(String reports, String name, String time, String timeOfMethod) throws IOException {
        Path file = directory.resolve("module/target").resolve(reports).resolve("TEST-" + name + ".xml");
        Files.createDirectories(file.getParent());
        return Files.writeString(file, """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite version="3.0.2" name="%s" time="%s" tests="1" errors="0" skipped="0" failures="0">
                  <testcase name="test" classname="%s" time="%s"/>
                </testsuite>
                """.formatted(name, time, name, timeOfMethod));
    }

    private Ended run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", SCRIPT.toString(), directory.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output.lines().map(String::strip).toList());
    }

    @Test
    void times_areOfTheTenSlowestClassesOfAllTiers() throws Exception {
        for (int i : IntStream.range(0, 12).toArray()) {
            report("surefire-reports", "a.Quick" + i + "Test", "0." + (10 + i));
        }
        report("surefire-reports-full", "b.LongTest", "1,040.25", "12.5");
        report("failsafe-reports", "c.ProjectIT", "4.5");

        Ended ended = run();

        assertThat(ended.status()).isZero();
        assertThat(ended.lines())
                .hasSize(11)
                .startsWith(
                        "The ten slowest test classes:",
                        "1040.2 s  full        b.LongTest",
                        "4.5 s  fast        c.ProjectIT",
                        "0.2 s  fast        a.Quick9Test");
    }

    @Test
    void fastClass_over5Seconds_isListed() throws Exception {
        report("surefire-reports", "a.SlowTest", "5.2");
        report("surefire-reports-full", "b.LongTest", "31.0");

        Ended ended = run();

        assertThat(ended.status()).isZero();
        assertThat(ended.lines()).endsWith(HEADING, "5.2 s  fast        a.SlowTest");
    }

    @Test
    void fastClass_over30Seconds_fails() throws Exception {
        report("surefire-reports", "a.SlowTest", "30.1");

        Ended ended = run();

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.lines())
                .endsWith(
                        HEADING,
                        "30.1 s  fast        a.SlowTest: over 30 s and 10 % of the tier, its longest methods are of the next");
    }

    @Test
    void fullClass_over120Seconds_fails() throws Exception {
        report("surefire-reports-full", "b.LongTest", "119.0");
        report("surefire-reports-full", "b.LongerTest", "121.0");

        Ended ended = run();

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.lines())
                .endsWith(
                        HEADING,
                        "121.0 s  full        b.LongerTest: over 120 s and 10 % of the tier, its longest methods are of the next");
    }

    /** The first class that needs shared files, such as compiled kernels, makes them for the others. */
    @Test
    void fastClass_over30SecondsBeforeItsMethods_isListed() throws Exception {
        report("surefire-reports", "a.FirstTest", "90.1", "2.5");

        Ended ended = run();

        assertThat(ended.status()).isZero();
        assertThat(ended.lines()).endsWith(HEADING, "90.1 s  fast        a.FirstTest");
    }

    @Test
    void fastClass_over30SecondsOnASlowMachine_isListed() throws Exception {
        report("surefire-reports", "a.SlowTest", "46.5");
        for (int i : IntStream.range(0, 30).toArray()) {
            report("surefire-reports", "b.Usual" + i + "Test", "30.0");
        }

        Ended ended = run();

        assertThat(ended.status()).isZero();
        assertThat(ended.lines()).contains("46.5 s  fast        a.SlowTest");
    }

    @Test
    void report_ofAnEarlierBuild_isLeftOut() throws Exception {
        Path old = report("surefire-reports", "a.RemovedTest", "40.0");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(60)));
        Path start = Files.createFile(directory.resolve("start"));
        Files.setLastModifiedTime(start, FileTime.from(Instant.now().minusSeconds(30)));
        report("surefire-reports", "a.QuickTest", "0.5");

        Ended ended = run(start.toString());

        assertThat(ended.status()).isZero();
        assertThat(ended.lines()).containsExactly("The ten slowest test classes:", "0.5 s  fast        a.QuickTest");
    }
}
