package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.ExhaustiveOnly;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of a training step of a small GPT-2 in one plan, against the same methods in plain Java. Each target is a separate
 * process; GPU drivers take a minute to build that many kernels.
 */
@Tag("slow")
@Tag("process")
class TrainingTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("training");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "training.TrainingProgram");

    @BeforeAll
    static void compile() throws IOException {
        Map<String, String> sources =
                new HashMap<>(new Gpt2Sources("training").kept(0.9).texts());
        for (String name : List.of("TrainingProgram", "Steps", "StepsProgram")) {
            sources.put("training/" + name, Gpt2Sources.program(name));
        }
        String targets = TestTier.isExhaustive() ? "cpu,cuda,jvm,opencl" : "cpu,jvm";
        assertThat(KernelCompiler.compile(CLASSES, sources, targets))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Test
    void gradients_savedRecomputedOrAccumulated_agree() throws IOException, InterruptedException {
        new TargetProcess(CLASSES, "training.StepsProgram").onCpu();
    }

    @Test
    @ExhaustiveOnly
    @Override
    public void program_onOpenCl_isRight() throws IOException, InterruptedException {
        PROCESS.onOpenCl();
    }

    @Test
    @ExhaustiveOnly
    @Override
    public void program_onEmulatedCuda_isRight() throws IOException, InterruptedException {
        PROCESS.onEmulatedCuda();
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
