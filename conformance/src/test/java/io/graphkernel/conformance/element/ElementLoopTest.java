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

/** Loops of element functions with a number of iterations per element have the bits of Java, on every target. */
@Tag("slow")
@Tag("process")
class ElementLoopTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("element-loop");
    private static final TargetProcess PROCESS =
            new TargetProcess(CLASSES, ElementFunctionProgram.class, "element.LoopFunctions");

    @BeforeAll
    static void compile() throws IOException {
        try (InputStream text = ElementLoopTest.class.getResourceAsStream("LoopFunctions.java")) {
            String source = new String(text.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(KernelCompiler.compile(CLASSES, Map.of("LoopFunctions", source), "cpu,cuda,jvm,opencl"))
                    .filteredOn(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                    .isEmpty();
        }
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
