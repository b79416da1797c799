package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.conformance.CaseForms;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Test;

/** Training with values of 16 bits, next to the same in f32; with {@code -Pexhaustive}. */
class PrecisionTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("precision");

    @Test
    void sixteenBitsTrainLikeF32() throws IOException, InterruptedException {
        assumeThat(CaseForms.isExhaustive()).as("a minute of compilation").isTrue();
        Map<String, String> sources = new HashMap<>(new Gpt2Sources("f32").texts());
        sources.putAll(new Gpt2Sources("bf16").values("bf16").texts());
        sources.putAll(
                new Gpt2Sources("f16").values("f16").and("ScaledTraining").texts());
        sources.put("precision/PrecisionProgram", Gpt2Sources.program("PrecisionProgram"));
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
        new TargetProcess(CLASSES, "precision.PrecisionProgram").onCpu();
    }
}
