package io.graphkernel.conformance.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Derivatives of element functions are those by central differences, to the second order, on every target. */
@Tag("slow")
@Tag("process")
class ElementGradientTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("element-gradient");
    private static final TargetProcess PROCESS =
            new TargetProcess(CLASSES, ElementGradientProgram.class, "element.DerivativesKernels");

    @BeforeAll
    static void compile() throws IOException {
        try (InputStream text = ElementGradientTest.class.getResourceAsStream("Derivatives.java")) {
            String source = new String(text.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(KernelCompiler.compile(CLASSES, Map.of("Derivatives", source), "cpu,cuda,jvm,opencl"))
                    .filteredOn(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                    .isEmpty();
        }
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }

    /** The plain methods are differentiated by the tape, to the second order. */
    @Test
    void program_inEagerMode_isRight() throws IOException, InterruptedException {
        new TargetProcess(CLASSES, ElementGradientProgram.class, "element.Derivatives").onCpu();
    }
}
