package io.graphkernel.conformance.element;

import static org.assertj.core.api.Assertions.assertThat;

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

/** In eager mode, element functions that the processor compiled have the gradients of their kernels. */
@Tag("process")
class EagerFunctionTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("eager-functions");

    @BeforeAll
    static void compile() throws IOException {
        try (InputStream text = EagerFunctionTest.class.getResourceAsStream("EagerFunctions.java")) {
            String source = new String(text.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(KernelCompiler.compile(CLASSES, Map.of("EagerFunctions", source), "cpu,jvm"))
                    .filteredOn(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                    .isEmpty();
        }
    }

    @Test
    void gradients_areThoseOfTheKernels() throws IOException, InterruptedException {
        new TargetProcess(CLASSES, EagerFunctionProgram.class).onCpu();
    }
}
