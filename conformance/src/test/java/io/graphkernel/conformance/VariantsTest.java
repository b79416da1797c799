package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Kernels whose parameters choose between variants, on every target. */
@Tag("slow")
@Tag("process")
class VariantsTest implements OnEveryTarget {

    private static final Path CLASSES = KernelClasses.target().resolve("variants");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "language.VariantsProgram");

    @BeforeAll
    static void compile() {
        Map<String, String> sources =
                KernelCompiler.sources("language", "VariantOps", "DeviceProgram", "VariantsProgram");
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu,cuda,jvm,opencl"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
