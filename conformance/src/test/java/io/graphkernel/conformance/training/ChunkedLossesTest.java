package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Losses over products, with gradients, whose logits are computed in chunks of rows, on every target. */
@Tag("slow")
@Tag("process")
class ChunkedLossesTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("chunked-losses");

    /** One large loss: matmuls of GPUs compute tiles, which take minutes without optimization on CPUs. */
    private static final String FOR_EMULATED = "vocabulary";

    @BeforeAll
    static void compile() throws IOException {
        Map<String, String> sources = Map.of(
                "training/ChunkedLosses", Gpt2Sources.program("ChunkedLosses"),
                "training/ChunkedLossesProgram", Gpt2Sources.program("ChunkedLossesProgram"));
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu,cuda,jvm,opencl"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Test
    void program_onTheCpu_isRight() throws IOException, InterruptedException {
        process("all").onCpu();
    }

    @Test
    void program_onTheJvm_isRight() throws IOException, InterruptedException {
        process("all").onJvm();
    }

    /** Emulated CUDA has the same kernels, which a driver for CPUs runs without optimization. */
    @Test
    @ExhaustiveOnly
    void program_onOpenCl_isRight() throws IOException, InterruptedException {
        process(FOR_EMULATED).onOpenCl();
    }

    @Test
    void program_onEmulatedCuda_isRight() throws IOException, InterruptedException {
        process(FOR_EMULATED).onEmulatedCuda();
    }

    @Test
    void results_haveTheSameBitsForAllThreads() throws IOException, InterruptedException {
        process("threads").onCpu();
    }

    @Test
    void results_onTheJvm_haveTheSameBitsForAllThreads() throws IOException, InterruptedException {
        process("threads").onJvm();
    }

    private static TargetProcess process(String losses) {
        return new TargetProcess(CLASSES, "training.ChunkedLossesProgram", losses);
    }
}
