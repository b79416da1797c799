package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.conformance.CaseCalls;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Training with values of 16 bits, next to the same in f32; with {@code -Pexhaustive}. Not on OpenCL, whose driver takes more than
 * ten minutes to compile these classes: {@link MixedPrecisionTest} has smaller steps for it.
 */
class PrecisionTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("precision");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "precision.PrecisionProgram");

    @BeforeAll
    static void compile() throws IOException {
        assumeThat(CaseCalls.isExhaustive()).as("minutes of compilation").isTrue();
        Map<String, String> sources = new HashMap<>(new Gpt2Sources("f32").texts());
        sources.putAll(new Gpt2Sources("bf16").values("bf16").texts());
        sources.putAll(
                new Gpt2Sources("f16").values("f16").and("ScaledTraining").texts());
        sources.put("precision/PrecisionProgram", Gpt2Sources.program("PrecisionProgram"));
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu,cuda,jvm"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Test
    void sixteenBitsTrainLikeF32OnTheCpu() throws IOException, InterruptedException {
        PROCESS.onCpu();
    }

    @Test
    void sixteenBitsTrainLikeF32OnTheJvm() throws IOException, InterruptedException {
        PROCESS.onJvm();
    }

    @Test
    void sixteenBitsTrainLikeF32OnEmulatedCuda() throws IOException, InterruptedException {
        PROCESS.onEmulatedCuda();
    }
}
