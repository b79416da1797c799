package io.graphkernel.examples.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.cuda.EmulatedCuda;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the kit in short form on the emulated CUDA driver: the stages run once, and each test checks the log of one. */
@Tag("slow")
@Tag("process")
@Tag("emulated")
class KitRunTest {
    private static final List<String> STAGES = List.of(KitRun.DOCTOR, KitRun.LAUNCH, KitRun.CONFORMANCE, KitRun.ROWS);

    private static final List<String> MEMORY_KERNELS = List.of(
            "copy",
            "sum",
            "biasGelu",
            "layerNorm",
            "softmax",
            "rmsNorm",
            "swiGlu",
            "seedGraph",
            "addLayerNorm",
            "transpose",
            "rowSum",
            "columnSum",
            "biasGelu+gradient",
            "layerNorm+gradient",
            "softmax+gradient",
            "rmsNorm+gradient",
            "swiGlu+gradient",
            "seedGraph+gradient");
    private static final List<String> TRAINING_KERNELS = List.of("crossEntropy+gradient", "adamW");
    private static final List<String> MATMUL_KERNELS = List.of("matmul", "matmulBiasGelu");

    /** Ops of the conformance stage, elementwise and along rows. */
    private static final String CONFORMANCE_OPS = "Neg,Softmax";

    @TempDir
    static Path directory;

    private static Map<String, String> properties;
    private static String compilation;
    private static String console;
    private static boolean succeeded;

    @BeforeAll
    static void runStages() throws IOException, InterruptedException {
        assumeThat(EmulatedCuda.runsHere())
                .as("an emulated CUDA driver for this machine")
                .isTrue();
        properties = new TreeMap<>(Map.of(
                "graphkernel.cuda.library",
                EmulatedCuda.library().toString(),
                "graphkernel.cublaslt.library",
                "",
                "conformance.ops",
                CONFORMANCE_OPS,
                "conformance.directory",
                directory.resolve("conformance").toString()));
        KitStage compiler = KitStage.start("compiler", directory, Duration.ofSeconds(120), Map.of(), compilerCommand());
        int status = compiler.await();
        compilation = String.join("\n", compiler.lines());
        assertThat(status).as(compilation).isZero();
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        KitSettings settings = KitSettings.of(List.of("scale=4096", "rounds=1", "kit=" + directory));
        succeeded = new KitRun(out(), settings, properties, new PrintStream(output, true, StandardCharsets.UTF_8))
                .run(STAGES);
        console = output.toString(StandardCharsets.UTF_8);
    }

    private static List<String> compilerCommand() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "io.graphkernel.conformance.ConformanceCompiler",
                "cuda"));
        return command;
    }

    private static Path out() {
        return directory.resolve("out");
    }

    private static List<String> log(String stage) throws IOException {
        return Files.readAllLines(out().resolve(stage + ".txt"));
    }

    @Test
    void stages_emulatedDevice_succeed() {
        assertThat(succeeded).as(console).isTrue();
        assertThat(console.lines().filter(line -> line.startsWith("== ")))
                .hasSize(STAGES.size())
                .allMatch(line -> line.endsWith("exit status 0"));
    }

    @Test
    void doctor_emulatedDevice_passesSelfTest() throws IOException {
        assertThat(log(KitRun.DOCTOR)).anyMatch(line -> line.startsWith("cuda:0 ") && line.endsWith(": ok"));
    }

    @Test
    void launch_emulatedDevice_reportsPositiveTimes() throws IOException {
        List<String> lines = log(KitRun.LAUNCH).stream()
                .filter(line -> line.startsWith("LAUNCH\t"))
                .toList();
        assertThat(lines).hasSize(4).allMatch(line -> Double.parseDouble(line.split("\t")[2]) > 0);
    }

    @Test
    void conformance_compiledCases_matchDefinitions() throws IOException {
        String cases = compilation.substring(0, compilation.indexOf(','));
        assertThat(cases).matches("[1-9][0-9]+ cases");
        assertThat(log(KitRun.CONFORMANCE)).endsWith(cases + ", 0 failed");
    }

    @Test
    void rows_emulatedDevice_haveEachKernelDtypeAndSize() throws IOException {
        List<String> expected = new ArrayList<>();
        for (String dims : List.of("16x4096", "1x1024")) {
            for (String dtype : List.of("f32", "bf16")) {
                MEMORY_KERNELS.forEach(kernel -> expected.add(kernel + " " + dtype + " " + dims));
            }
            TRAINING_KERNELS.forEach(kernel -> expected.add(kernel + " f32 " + dims));
        }
        for (String dtype : List.of("f32", "bf16")) {
            MATMUL_KERNELS.forEach(kernel -> expected.add(kernel + " " + dtype + " 32x32"));
            expected.add("attention " + dtype + " 4x1x32x64");
        }
        List<String[]> rows = rows();
        assertThat(rows)
                .extracting(row -> row[2] + " " + row[3] + " " + row[4])
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(rows).allMatch(row -> Double.parseDouble(row[5]) > 0);
        assertThat(log(KitRun.ROWS)).noneMatch(line -> line.startsWith("FAIL"));
    }

    private static List<String[]> rows() throws IOException {
        return log(KitRun.ROWS).stream()
                .filter(line -> line.startsWith("ROW\t"))
                .map(line -> line.split("\t"))
                .toList();
    }

    @Test
    void stage_absentDevice_failsRun() throws IOException, InterruptedException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        KitSettings settings = KitSettings.of(List.of("device=cuda:7", "scale=4096"));
        boolean result = new KitRun(
                        directory.resolve("absent"),
                        settings,
                        properties,
                        new PrintStream(output, true, StandardCharsets.UTF_8))
                .run(List.of(KitRun.LAUNCH));
        assertThat(result).isFalse();
        assertThat(output.toString(StandardCharsets.UTF_8))
                .contains(": launch: exit status 1")
                .contains("cuda:7");
    }

    @Test
    void stage_exceedsLimit_isStopped() throws IOException, InterruptedException {
        KitStage stage = KitStage.start("slow", directory, Duration.ofSeconds(1), Map.of(), List.of("sleep", "600"));
        assertThat(stage.await()).isEqualTo(KitStage.TIMED_OUT);
        assertThat(stage.isRunning()).isFalse();
    }
}
