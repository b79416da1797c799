package io.graphkernel.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.testing.ExhaustiveOnly;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that Spark starts: as threads of the driver, and in executors of their own. */
@Timeout(600)
@ExhaustiveOnly
@Tag("peer")
@Tag("process")
class SparkTest {

    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"local[2]", "local-cluster[2,1,1024]"})
    void ranks_computeAndFailTogether(String master) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        OPENED.forEach(entry -> command.add("--add-opens=java.base/" + entry + "=ALL-UNNAMED"));
        String classPath = System.getProperty("java.class.path");
        command.addAll(List.of("-cp", classPath, SparkProgram.class.getName(), master, "2"));
        Path said = directory.resolve("said.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        // Contents of a Spark installation. Links out of a temporary directory would give warnings.
        Path home = Path.of("target/spark").toAbsolutePath();
        Path jars = Files.createDirectories(home.resolve("jars"));
        for (String entry : classPath.split(File.pathSeparator)) {
            Path link = jars.resolve(Path.of(entry).getFileName());
            if (entry.endsWith(".jar") && Files.notExists(link)) {
                Files.deleteIfExists(link);
                Files.createSymbolicLink(link, Path.of(entry));
            }
        }
        // The scripts of an installation say both.
        builder.environment().putAll(Map.of("SPARK_HOME", home.toString(), "SPARK_SCALA_VERSION", "2.13"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(500, TimeUnit.SECONDS))
                    .as(Files.readString(said))
                    .isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(Files.readString(said))
                .contains("rank 0 of 2 of world has 3.0 and compared 440")
                .contains("rank 1 of 2 of world has 3.0 and compared 440")
                .containsPattern("the job has failed: .*(barrier|no data)");
    }
}
