package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of training steps of the smallest GPT-2, with dropout, on an emulated Ascend device, against the same methods in plain
 * Java.
 */
@Tag("slow")
@Tag("process")
@Tag("emulated")
class AscendTrainingTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("training-ascend");

    @Test
    void stepOfGpt2_hasTheLossOfTheCpu() throws IOException, InterruptedException {
        Map<String, String> sources = new HashMap<>(
                new Gpt2Sources("training").layers(1).kept(0.9).wholeSteps().texts());
        sources.put("training/TrainingProgram", Gpt2Sources.program("TrainingProgram"));
        assertThat(KernelCompiler.compile(CLASSES, sources, "ascend"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);

        new TargetProcess(CLASSES, "training.TrainingProgram").onEmulatedAscend();
    }
}
