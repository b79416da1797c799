package io.graphkernel.conformance.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Scans and reductions have the bits of the Java functions, and gradients are those by central differences, on every
 * target.
 */
@Tag("slow")
@Tag("process")
class ScanTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("scan");
    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, ScanProgram.class);

    @BeforeAll
    static void compile() throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String name : new String[] {"Scanned", "ScanGradients"}) {
            try (InputStream text = ScanTest.class.getResourceAsStream(name + ".java")) {
                sources.put(name, new String(text.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu,cuda,jvm,opencl"))
                .filteredOn(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                .isEmpty();
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
