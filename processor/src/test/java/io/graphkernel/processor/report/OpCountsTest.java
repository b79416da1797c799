package io.graphkernel.processor.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the number of ops of a class agrees between the build message, the report and the manifest. */
class OpCountsTest {

    private static final Pattern SUMMARY =
            Pattern.compile("\\[GK-3001\\] kernels compiled: Net: .*: (\\d+) ops? in (\\d+) launch.*");
    private static final Pattern MANIFEST = Pattern.compile("[^=]*\\.ops=(\\d+)");

    private static final Pattern PLAN =
            Pattern.compile("plan \\w+: \\w+, (\\d+) launch(?:es)?(?: of (\\d+) phases)?\n");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@GraphKernel static Tensor f(@TensorType(\"f32[n, d]\") Tensor x) { return softmax(mul(x, 2), -1); }",
                "@GraphKernel static Tensor f(@TensorType(\"f32[n, d]\") Tensor x) { return reduceSum(mul(x, 2), 0); }",
                "@GraphKernel(gradient = true) static Tensor f(@TensorType(\"f32[n, d]\") Tensor x, @TensorType(\"f32[d, m]\") Tensor w,"
                        + " @TensorType(\"f32[m]\") Tensor b) { return gelu(biasAdd(matMul(x, w), b)); }",
                "@GraphKernel static Tensor f(@TensorType(\"f32[n, d]\") Tensor x) { return tanh(x); }"
                        + "@GraphKernel(gradient = true) static Tensor g(@TensorType(\"f32[n, d]\") Tensor x) { return"
                        + " reduceMean(softmax(x, -1), -1); }",
            })
    void opsOfAClass_inMessageReportAndManifest_areEqual(String methods) throws IOException {
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-Agraphkernel.targets=jvm")
                .option("-Agraphkernel.reportDir=" + directory.resolve("report"))
                .compile("Net.java", """
                        import static io.graphkernel.runtime.Ops.*;
                        import io.graphkernel.annotations.*;
                        import io.graphkernel.runtime.*;
                        final class Net { %s }
                        """.formatted(methods));
        assertThat(outcome.success()).as(() -> outcome.messages().toString()).isTrue();
        Matcher summary = outcome.ours().stream()
                .map(Message::text)
                .map(SUMMARY::matcher)
                .filter(Matcher::lookingAt)
                .findFirst()
                .orElseThrow();
        int inReport = 0;
        int launches = 0;
        String json = Files.readString(directory.resolve("report/Net/report.json"));
        for (JsonElement method : JsonParser.parseString(json).getAsJsonObject().getAsJsonArray("methods")) {
            var cost = method.getAsJsonObject().getAsJsonObject("cost");
            inReport += cost.get("ops").getAsInt();
            int ofMethod = cost.getAsJsonObject("fused").get("launches").getAsInt();
            launches += ofMethod;
            assertPlan(
                    method.getAsJsonObject().get("name").getAsString(),
                    ofMethod,
                    cost.get("phases").getAsInt());
        }
        int inManifest = 0;
        for (String line : Files.readAllLines(find(directory.resolve("classes"), "manifest.properties"))) {
            Matcher ops = MANIFEST.matcher(line);
            inManifest += ops.matches() ? Integer.parseInt(ops.group(1)) : 0;
        }
        assertThat(inReport)
                .isPositive()
                .isEqualTo(Integer.parseInt(summary.group(1)))
                .isEqualTo(inManifest);
        assertThat(launches).isEqualTo(Integer.parseInt(summary.group(2)));
    }

    /** Compares the heading of a plan with its lines, and with the numbers of the report. */
    private void assertPlan(String method, int launches, int phases) throws IOException {
        String plan = Files.readString(directory.resolve("report/Net/" + method + "/plan.txt"));
        Matcher heading = PLAN.matcher(plan);
        assertThat(heading.find()).as(plan).isTrue();
        assertThat(Integer.parseInt(heading.group(1))).isEqualTo(launches);
        assertThat(heading.group(2) == null ? launches : Integer.parseInt(heading.group(2)))
                .isEqualTo(phases);
        int finishes =
                (int) Pattern.compile("_finish\\b").matcher(plan).results().count();
        assertThat(phases).as(plan).isEqualTo(launches + finishes);
    }

    private static Path find(Path root, String name) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
        }
    }
}
