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

/** Losses over products, with gradients, whose logits are computed in chunks of rows, on every target. */
@Tag("slow")
@Tag("process")
class ChunkedLossesTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("chunked-losses");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "training.ChunkedLossesProgram");

    @BeforeAll
    static void compile() throws IOException {
        Map<String, String> sources = Map.of(
                "training/ChunkedLosses", Gpt2Sources.program("ChunkedLosses"),
                "training/ChunkedLossesProgram", Gpt2Sources.program("ChunkedLossesProgram"));
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu,cuda,jvm,opencl"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
