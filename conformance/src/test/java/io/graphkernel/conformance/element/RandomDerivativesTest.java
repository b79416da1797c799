package io.graphkernel.conformance.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.conformance.random.RandomDerivatives;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Derivatives of random element functions are those by central differences, on every target. */
@Tag("slow")
@Tag("sampled")
@Tag("process")
class RandomDerivativesTest implements OnEveryTarget {

    private static final int COUNT = TestTier.select(3, 6, 200);
    private static final long SEED = Long.getLong("conformance.derivatives.seed", 38);
    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("random-derivatives");
    private static final TargetProcess PROCESS =
            new TargetProcess(CLASSES, RandomDerivativesProgram.class, "element.RandomDerivativesKernels");

    @BeforeAll
    static void compile() {
        Map<String, String> sources = new LinkedHashMap<>();
        sources.put("RandomDerivatives", RandomDerivatives.of(COUNT, SEED));
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu,cuda,jvm,opencl").stream()
                        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR))
                .isEmpty();
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }

    /** The plain methods are differentiated by the tape, to the second order. */
    @Test
    void program_inEagerMode_isRight() throws IOException, InterruptedException {
        new TargetProcess(CLASSES, RandomDerivativesProgram.class, "element.RandomDerivatives").onCpu();
    }
}
