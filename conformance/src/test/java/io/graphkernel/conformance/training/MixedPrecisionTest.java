package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Tests of steps of a small perceptron with 16-bit values, each in one plan, on every target. */
@Tag("slow")
@Tag("process")
class MixedPrecisionTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("mixed-precision");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "mixed.MixedPrecisionProgram");

    @BeforeAll
    static void compile() throws IOException {
        Map<String, String> sources = Map.of(
                "mixed/MixedPrecision", Gpt2Sources.program("MixedPrecision"),
                "mixed/MixedPrecisionProgram", Gpt2Sources.program("MixedPrecisionProgram"));
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu,cuda,jvm,opencl"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
