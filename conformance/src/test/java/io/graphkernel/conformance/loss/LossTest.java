package io.graphkernel.conformance.loss;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Gradients inside kernels, on every target. Each is a process of its own. */
@Tag("slow")
@Tag("process")
class LossTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("loss");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, LossProgram.class);

    @BeforeAll
    static void compile() throws IOException {
        String source = Files.readString(Path.of("src/test/resources/loss/Losses.java"));
        assertThat(KernelCompiler.compile(CLASSES, Map.of("Losses", source), "cpu,cuda,jvm,opencl"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Test
    void step_isOnePlan() throws IOException {
        Properties manifest = new Properties();
        try (var in = Files.newInputStream(CLASSES.resolve("META-INF/graphkernel/losses.Losses/manifest.properties"))) {
            manifest.load(in);
        }
        assertThat(manifest.getProperty("method.step.launches")).isEqualTo("3");
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
