package io.graphkernel.conformance.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.ExhaustiveOnly;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Path;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attention by score functions equals its definition in float64, in kernels, in eager mode and in gradients. */
@Tag("slow")
@Tag("process")
class ScoreFunctionTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("scores");
    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, ScoreFunctionProgram.class);
    private static final String TARGETS = TestTier.select("cpu,jvm", "cpu,jvm", "cpu,cuda,jvm,opencl");

    @BeforeAll
    static void compile() {
        assertThat(KernelCompiler.compile(
                        CLASSES, KernelCompiler.sources("io/graphkernel/conformance/element", "Scores"), TARGETS))
                .filteredOn(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                .isEmpty();
    }

    @Test
    void program_onTheCpu_isRight() throws IOException, InterruptedException {
        PROCESS.onCpu();
    }

    @Test
    void program_onTheJvm_isRight() throws IOException, InterruptedException {
        PROCESS.onJvm();
    }

    @ExhaustiveOnly
    @Test
    void program_onOpenCl_isRight() throws IOException, InterruptedException {
        PROCESS.onOpenCl();
    }

    @ExhaustiveOnly
    @Test
    void program_onEmulatedCuda_isRight() throws IOException, InterruptedException {
        PROCESS.onEmulatedCuda();
    }
}
