package io.graphkernel.conformance;

import io.graphkernel.conformance.random.KernelCompiler;
import java.nio.file.Path;
import java.util.Map;
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
        OnEveryTarget.compile(CLASSES, sources);
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
