package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Loops and branches on conditions of tensors and numbers on every target: as plain Java, and by central differences. */
@Tag("slow")
@Tag("process")
class ConditionsTest implements OnEveryTarget {

    private static final Path CLASSES = KernelClasses.target().resolve("conditions");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "conditions.ConditionsProgram");

    @BeforeAll
    static void compile() {
        Map<String, String> sources = KernelCompiler.sources("conditions", "Conditions", "ConditionsProgram");
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu,cuda,jvm,opencl"))
                .noneMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
