package io.graphkernel.conformance.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.AlsoOnOpenCl;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Methods with a gradient, in f32 on every target, in f64 and with each choice of what is saved on the host, and gradients of
 * gradients. Each target is a process of its own.
 */
@Tag("slow")
@Tag("process")
class GradientPairTest implements AlsoOnOpenCl {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("gradient");
    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, GradientProgram.class);

    @BeforeAll
    static void compile() throws IOException {
        String single = text("Methods");
        String wide = wide(single, "Methods");
        String second = text("SecondOrder");
        compile("cpu,cuda,jvm,opencl", Map.of("Methods", single));
        // References for the other targets.
        compile(
                "cpu,jvm",
                Map.of(
                        "WideMethods", wide,
                        "SecondOrder", second,
                        "WideSecondOrder", wide(second, "SecondOrder"),
                        "AllMethods", saving("ALL", wide),
                        "InputsMethods", saving("INPUTS", wide),
                        "MatmulsMethods", saving("MATMULS", wide)));
    }

    private static void compile(String targets, Map<String, String> texts) {
        assertThat(KernelCompiler.compile(CLASSES, texts, targets))
                .noneMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
    }

    private static String text(String name) throws IOException {
        try (InputStream in = GradientPairTest.class.getResourceAsStream(name + ".java")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String wide(String single, String name) {
        return single.replace("f32", "f64").replace(name, "Wide" + name);
    }

    private static String saving(String saves, String wide) {
        String prefix = saves.charAt(0) + saves.substring(1).toLowerCase(Locale.ROOT);
        return wide.replace("WideMethods", prefix + "Methods")
                .replace("gradient = true", "gradient = true, saves = Saves." + saves);
    }

    /** The scores have queries times keys elements. */
    @ParameterizedTest
    @CsvSource({
        "attentionInPartsForward, PromptFlashAttention",
        "attentionInPartsGradient, PromptFlashAttentionGrad",
        "dividedAttentionGradient, PromptFlashAttentionGrad",
        "attentionInside, PromptFlashAttentionGrad",
        "attentionAgainGradient, PromptFlashAttentionGrad"
    })
    void attentionInParts_hasNoMemoryForItsScores(String call, String op) throws IOException {
        String plan = Files.readString(CLASSES.resolve("report/gradients.Methods/" + call + "/plan.txt"));
        assertThat(plan).contains(op).doesNotContain("h, s, t]", "h, s, s]");
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
