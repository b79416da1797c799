package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Layers that are recomputed for their gradients give the same ones, with the same dropout, in less memory. */
@Tag("process")
class SavedInputsTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"));

    private static final Path CLASSES = DIRECTORY.resolve("saved-inputs");

    private static final Pattern MEMORY = Pattern.compile("\"memory\":\\{\"peak\":\"(\\d+)\",\"bound\":\"(\\d+)\"");
    private static final Pattern WEIGHT = Pattern.compile("model\\.[a-z0-9.]+");
    private static final int LAYERS = 2;

    /** Four of each layer, and the logits. */
    private static final int FORWARD_PRODUCTS = LAYERS * 4 + 1;

    @Test
    void recomputedLayers_haveTheSameGradientsInLessMemory() throws IOException, InterruptedException {
        Path classes = DIRECTORY.resolve("checkpointed");
        Map<String, String> sources = Map.of(
                "checkpointed/CheckpointedLayers", Gpt2Sources.program("CheckpointedLayers"),
                "checkpointed/CheckpointedProgram", Gpt2Sources.program("CheckpointedProgram"));
        assertThat(KernelCompiler.compile(classes, sources, "cpu"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
        new TargetProcess(classes, "checkpointed.CheckpointedProgram").onCpu();
        long plain = arenaBytes(classes, "plain");
        long checkpointed = arenaBytes(classes, "checkpointed");
        // Three of four layers keep 32 columns instead of several hundred.
        assertThat(checkpointed).isLessThan(plain / 2);
    }

    /** The memory for the temporaries of a method, which is at most a tenth more than what lives at the same time. */
    private static long arenaBytes(Path classes, String method) throws IOException {
        String report = Files.readString(classes.resolve("report/checkpointed.CheckpointedLayers/report.json"));
        Matcher memory = MEMORY.matcher(report.substring(report.indexOf("{\"name\":\"" + method + "\"")));
        assertThat(memory.find()).isTrue();
        long bytes = Long.parseLong(memory.group(1));
        assertThat((double) bytes).isLessThanOrEqualTo(1.1 * Long.parseLong(memory.group(2)));
        return bytes;
    }

    @Test
    @ExhaustiveOnly
    void recomputedGpt2Layers_haveTheSameGradients() throws IOException, InterruptedException {
        Map<String, String> sources =
                new HashMap<>(new Gpt2Sources("all").kept(0.9).texts());
        sources.putAll(new Gpt2Sources("inputs").kept(0.9).savingInputs().texts());
        sources.put("saved/SavedInputsProgram", Gpt2Sources.program("SavedInputsProgram"));
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
        new TargetProcess(CLASSES, "saved.SavedInputsProgram").onCpu();
        // The last matmul of a layer is not recomputed: the gradient does not read it.
        assertThat(products("inputs").size()).isEqualTo(products("all").size() + LAYERS * 3);
        assertThat(products("inputs").subList(0, FORWARD_PRODUCTS))
                .isEqualTo(products("all").subList(0, FORWARD_PRODUCTS));
    }

    /** The weights of the products that a step calls, in order; none stands for a product of two temporaries. */
    private static List<String> products(String name) throws IOException {
        Path plan = CLASSES.resolve("report").resolve(name + ".Gpt2Training").resolve("trainStep/plan.txt");
        return Files.readAllLines(plan).stream()
                .filter(line -> line.endsWith("): MatMul"))
                .map(line -> WEIGHT.matcher(line)
                        .results()
                        .map(MatchResult::group)
                        .findFirst()
                        .orElse("none"))
                .toList();
    }
}
