package io.graphkernel.conformance.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.nio.file.Path;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Attention by score functions equals its definition in float64 on every target, in eager mode and in gradients. */
@Tag("slow")
@Tag("process")
class ScoreFunctionTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("scores");
    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, ScoreFunctionProgram.class);

    @BeforeAll
    static void compile() {
        assertThat(KernelCompiler.compile(
                        CLASSES,
                        KernelCompiler.sources("io/graphkernel/conformance/element", "Scores"),
                        "cpu,cuda,jvm,opencl"))
                .filteredOn(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                .isEmpty();
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
