package io.graphkernel.conformance.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.ExhaustiveOnly;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Path;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A test whose program calls kernels with attention: in the exhaustive tier on devices, too. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AttentionSuite implements OnEveryTarget {

    private static final String TARGETS = TestTier.select("cpu,jvm", "cpu,jvm", "cpu,cuda,jvm,opencl");

    private final Path classes;
    private final String kernels;
    private final TargetProcess process;

    /**
     * Creates a test.
     *
     * @param directory directory of the kernel classes
     * @param kernels class of the kernels
     * @param program class of the program
     */
    AttentionSuite(String directory, String kernels, Class<?> program) {
        this.classes = Path.of(System.getProperty("conformance.directory", "target/conformance"))
                .resolve(directory);
        this.kernels = kernels;
        this.process = new TargetProcess(classes, program);
    }

    @BeforeAll
    void compile() {
        assertThat(KernelCompiler.compile(
                        classes, KernelCompiler.sources("io/graphkernel/conformance/element", kernels), TARGETS))
                .filteredOn(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                .isEmpty();
    }

    @Override
    @ExhaustiveOnly
    @Test
    public void program_onEmulatedCuda_isRight() throws IOException, InterruptedException {
        OnEveryTarget.super.program_onEmulatedCuda_isRight();
    }

    @Override
    public TargetProcess process() {
        return process;
    }
}
