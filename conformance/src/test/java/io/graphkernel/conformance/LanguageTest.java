package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Kernels in the Java that a body may contain, on every target. Each is a process of its own. */
@Tag("slow")
@Tag("process")
class LanguageTest implements OnEveryTarget {

    private static final Path CLASSES = KernelClasses.target().resolve("language");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "language.LanguageProgram");

    @BeforeAll
    static void compile() {
        Map<String, String> sources =
                KernelCompiler.sources("language", "Language", "DeviceProgram", "LanguageProgram");
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu,cuda,jvm,opencl"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
