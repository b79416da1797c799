package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Test;

/** Layers that are computed again for their gradients give the same ones, with the same dropout. */
class SavedInputsTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("saved-inputs");

    private static final Pattern WEIGHT = Pattern.compile("model\\.[a-z0-9.]+");
    private static final int LAYERS = 2;

    /** Four of each layer, and the logits. */
    private static final int FORWARD_PRODUCTS = LAYERS * 4 + 1;

    @Test
    void layersComputedAgainHaveTheSameGradients() throws IOException, InterruptedException {
        Map<String, String> sources = new HashMap<>(sources("all").texts());
        sources.putAll(sources("inputs")
                .with(
                        "    @GraphKernel\n    static Tensor block(",
                        "    @GraphKernel(saves = io.graphkernel.annotations.Saves.INPUTS)\n    static Tensor block(")
                .texts());
        sources.put("saved/SavedInputsProgram", Gpt2Sources.program("SavedInputsProgram"));
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
        new TargetProcess(CLASSES, "saved.SavedInputsProgram").onCpu();
        // Of a layer the last product is not computed again: nothing of the gradient reads it.
        assertThat(products("inputs").size()).isEqualTo(products("all").size() + LAYERS * 3);
        assertThat(products("inputs").subList(0, FORWARD_PRODUCTS))
                .isEqualTo(products("all").subList(0, FORWARD_PRODUCTS));
    }

    private static Gpt2Sources sources(String name) throws IOException {
        return new Gpt2Sources(name).with("double KEPT = 1;", "double KEPT = 0.9;");
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
