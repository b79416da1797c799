package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of training with 16-bit values, compared with f32. Not on OpenCL, whose driver compiles these
 * classes too slowly: {@link MixedPrecisionTest} has smaller steps for it.
 */
@ExhaustiveOnly
@Tag("process")
class PrecisionTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("precision");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "precision.PrecisionProgram");

    @BeforeAll
    static void compile() throws IOException {
        Map<String, String> sources = new HashMap<>(new Gpt2Sources("f32").texts());
        sources.putAll(new Gpt2Sources("bf16").values("bf16").texts());
        sources.putAll(
                new Gpt2Sources("f16").values("f16").and("ScaledTraining").texts());
        sources.put("precision/PrecisionProgram", Gpt2Sources.program("PrecisionProgram"));
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu,cuda,jvm"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Test
    void halfPrecision_onTheCpu_trainsLikeF32() throws IOException, InterruptedException {
        PROCESS.onCpu();
    }

    @Test
    void halfPrecision_onTheJvm_trainsLikeF32() throws IOException, InterruptedException {
        PROCESS.onJvm();
    }

    @Test
    void halfPrecision_onEmulatedCuda_trainsLikeF32() throws IOException, InterruptedException {
        PROCESS.onEmulatedCuda();
    }
}
