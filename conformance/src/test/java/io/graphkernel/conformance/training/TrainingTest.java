package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.conformance.CaseCalls;
import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A training step of a small GPT-2 in one plan, next to the same methods as plain Java. Each target is a process of its own; drivers of GPUs take
 * a minute to build so many kernels.
 */
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
        String targets = CaseCalls.isExhaustive() ? "cpu,cuda,jvm,opencl" : "cpu,jvm";
        assertThat(KernelCompiler.compile(CLASSES, sources, targets))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Test
    void gradientsAgreeWhetherTheyAreSavedForComputedAgainOrAddedUp() throws IOException, InterruptedException {
        new TargetProcess(CLASSES, "training.StepsProgram").onCpu();
    }

    @Test
    @Override
    public void isRightOnOpenCl() throws IOException, InterruptedException {
        assumeThat(CaseCalls.isExhaustive()).isTrue();
        PROCESS.onOpenCl();
    }

    @Test
    @Override
    public void isRightOnEmulatedCuda() throws IOException, InterruptedException {
        assumeThat(CaseCalls.isExhaustive()).isTrue();
        PROCESS.onEmulatedCuda();
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
