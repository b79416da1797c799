package io.graphkernel.conformance.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;

/**
 * Methods with a gradient, in f32 on every target, in f64 and with each choice of what is saved on the host. Each target is
 * a process of its own.
 */
class GradientPairTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("gradient");
    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, GradientProgram.class);

    @BeforeAll
    static void compile() throws IOException {
        String single = methods();
        String wide = single.replace("f32", "f64").replace("Methods", "WideMethods");
        compile("cpu,cuda,jvm,opencl", Map.of("Methods", single));
        // Other targets are compared with these on the host.
        compile(
                "cpu,jvm",
                Map.of(
                        "WideMethods", wide,
                        "AllMethods", saving("ALL", wide),
                        "InputsMethods", saving("INPUTS", wide),
                        "ProductsMethods", saving("PRODUCTS", wide)));
    }

    private static void compile(String targets, Map<String, String> texts) {
        assertThat(KernelCompiler.compile(CLASSES, texts, targets))
                .noneMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
    }

    private static String methods() throws IOException {
        try (InputStream in = GradientPairTest.class.getResourceAsStream("Methods.java")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String saving(String saves, String wide) {
        String prefix = saves.charAt(0) + saves.substring(1).toLowerCase(Locale.ROOT);
        return wide.replace("WideMethods", prefix + "Methods")
                .replace("gradient = true", "gradient = true, saves = Saves." + saves);
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
