package io.graphkernel.examples.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.graphkernel.cuda.EmulatedCuda;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the kit as a GPU machine runs it: packed, unpacked elsewhere, and started with an empty environment, on the emulated
 * CUDA driver. It has a few conformance cases and a small GPT-2. The check runs once, and each test reads its results.
 */
@Tag("slow")
@Tag("process")
@Tag("emulated")
class KitTest {
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
    private static final List<String> SKIPPED = List.of("sanitizer", "profile");

    @TempDir
    static Path directory;

    private static Path kit;
    private static String console;
    private static int status;

    @BeforeAll
    static void packAndRun() throws IOException, InterruptedException {
        assumeThat(EmulatedCuda.runsHere())
                .as("an emulated CUDA driver for this machine")
                .isTrue();
        assumeThat(System.getProperty("os.arch")).as("the kit's platform").isEqualTo("amd64");
        Path archive = directory.resolve("gpu-check.tar.xz");
        KitPacker packer = new KitPacker(
                Path.of("../..").toRealPath(),
                directory.resolve("packed").resolve(KitPacker.NAME),
                1,
                List.of("f32"),
                Map.of("conformance.ops", "Neg,Softmax", "conformance.gradients", "200"));
        packer.fill();
        packer.archive(archive, 0);
        Path machine = Files.createDirectories(directory.resolve("machine"));
        Process tar = new ProcessBuilder("tar", "xJf", archive.toString(), "-C", machine.toString()).start();
        assertThat(tar.waitFor()).isZero();
        kit = machine.resolve(KitPacker.NAME);
        status = check("30", "scale=4096", "rounds=1", "slices=2", "steps=1", "width=64");
        console = Files.readString(directory.resolve("console.txt"));
    }

    private static int check(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(kit.resolve("check.sh").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("console.txt").toFile());
        builder.environment().clear();
        builder.environment()
                .put(
                        "KIT_OPTIONS",
                        "-Dgraphkernel.cuda.library=" + EmulatedCuda.library()
                                + " -Dgraphkernel.cublaslt.library= -Dconformance.ops=Neg,Softmax"
                                + " -Dconformance.gradients=200");
        Process process = builder.start();
        if (!process.waitFor(20, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        return process.exitValue();
    }

    private static List<JsonObject> results(int run, String kind) throws IOException {
        return Files.readAllLines(kit.resolve("results/run-" + run + "/results.jsonl")).stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .filter(fields -> fields.get("kind").getAsString().equals(kind))
                .toList();
    }

    private static List<String> values(List<JsonObject> records, String... names) {
        return records.stream()
                .map(fields -> List.of(names).stream()
                        .map(name -> fields.get(name).getAsString())
                        .collect(Collectors.joining(" ")))
                .toList();
    }

    @Test
    void parts_withoutOtherTools_succeedOrAreSkippedWithReason() throws IOException {
        assertThat(status).as(console).isZero();
        List<String> expected = CheckPart.labels().stream()
                .map(label -> label + (SKIPPED.contains(label) ? " skipped" : " ok"))
                .toList();
        assertThat(values(results(1, "part"), "name", "status")).isEqualTo(expected);
        assertThat(values(results(1, "part"), "name", "reason"))
                .contains(
                        "sanitizer compute-sanitizer is not installed",
                        "profile ncu is not installed",
                        "copy without PyTorch: python3 is not installed",
                        "gpt python3 is not installed");
    }

    @Test
    void launches_arePositive() throws IOException {
        assertThat(results(1, "launch"))
                .hasSize(4)
                .allMatch(fields -> fields.get("microseconds").getAsDouble() > 0);
    }

    @Test
    void conformance_allSlices_haveNoFailures() throws IOException {
        assertThat(values(results(1, "conformance"), "suite", "slice", "failed"))
                .containsExactly("conformance 0 0", "conformance 1 0", "gradients 0 0");
        assertThat(results(1, "conformance").stream()
                        .filter(fields -> fields.get("suite").getAsString().equals("conformance"))
                        .mapToInt(fields -> fields.get("cases").getAsInt())
                        .sum())
                .isPositive();
    }

    @Test
    void rows_haveEachKernelDtypeAndSize() throws IOException {
        Set<String> expected = new TreeSet<>();
        for (String dims : List.of("16x4096", "1x1024")) {
            for (String dtype : List.of("f32", "f16", "bf16")) {
                MEMORY_KERNELS.forEach(kernel -> expected.add(kernel + " " + dtype + " " + dims));
            }
            TRAINING_KERNELS.forEach(kernel -> expected.add(kernel + " f32 " + dims));
        }
        for (String dtype : List.of("f32", "f16", "bf16")) {
            MATMUL_KERNELS.forEach(kernel -> expected.add(kernel + " " + dtype + " 32x32"));
            expected.add("attention " + dtype + " 4x1x32x64");
        }
        List<JsonObject> rows = results(1, "row");
        assertThat(new TreeSet<>(values(rows, "kernel", "dtype", "dims"))).isEqualTo(expected);
        assertThat(rows).allMatch(row -> row.get("microseconds").getAsDouble() > 0);
        assertThat(results(1, "failure")).isEmpty();
    }

    @Test
    void gpt_firstLoss_isThatOfRandomWeights() throws IOException {
        List<JsonObject> steps = results(1, "gpt");
        assertThat(values(steps, "system", "dtype")).containsExactly("graphkernel f32");
        // The loss of random weights is the logarithm of the vocabulary.
        assertThat(steps).allMatch(step -> Math.abs(step.get("firstLoss").getAsDouble() - Math.log(50257)) < 0.5);
    }

    @Test
    void table_hasSectionPerKind() throws IOException {
        assertThat(Files.readString(kit.resolve("results/run-1/table.txt")))
                .contains("quantity", "microseconds", "softmax", "graphkernel us", "lossDifference");
    }

    @Test
    void selectedPart_runsAlone() throws IOException, InterruptedException {
        Map<String, Integer> statuses = new TreeMap<>();
        statuses.put("answers", check("2", "--only", "answers"));
        int run = new File(kit.toFile(), "results").list().length;
        assertThat(statuses).containsEntry("answers", 0);
        assertThat(values(results(run, "part"), "name", "status")).containsExactly("answers ok");
    }

    @Test
    void unknownPart_isRejected() throws IOException, InterruptedException {
        assertThat(check("--only", "row")).isEqualTo(2);
        assertThat(Files.readString(directory.resolve("console.txt"))).contains("'row'", "rows");
    }
}
