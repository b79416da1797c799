package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loops of 16 iterations, which are unrolled, of 100 and of 1,024, which are compiled once. */
@Tag("slow")
class LoopCodeSizeTest {

    private static final String SOURCE = """
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            final class Recurrence {
                @GraphKernel(gradient = true)
                static Tensor last(
                        @TensorType("f32[STEPS, n, 64]") Tensor x,
                        @TensorType("f32[n, 64]") Tensor h,
                        @TensorType("f32[64, 64]") Tensor w) {
                    for (int t = 0; t < STEPS; t++) {
                        h = Ops.tanh(Ops.add(Ops.matMul(h, w), Ops.squeeze(Ops.narrow(x, 0, t, 1), 0)));
                    }
                    return h;
                }
            }
            """;

    private static final double MAX_GROWTH = 1.1;

    @TempDir
    Path directory;

    @Test
    void code_ofALoopAndItsGradient_doesNotGrowWithTheIterations() throws IOException {
        long few = bytes(16);
        long some = bytes(100);
        long many = bytes(1024);

        assertThat((double) many / some).isLessThan(MAX_GROWTH);
        assertThat((double) many / few).isLessThan(MAX_GROWTH);
    }

    /** Returns the size of the kernels' source and of the class files. */
    private long bytes(int steps) throws IOException {
        Path stepsDirectory = Files.createDirectories(directory.resolve(steps + "-steps"));
        UserCompilation compilation = new UserCompilation(stepsDirectory)
                .processor(new GraphKernelProcessor())
                .option("-Agraphkernel.targets=cpu")
                .option("-Agraphkernel.reportDir=" + stepsDirectory.resolve("report"));
        UserCompilation.Outcome outcome =
                compilation.compile("Recurrence.java", SOURCE.replace("STEPS", String.valueOf(steps)));
        assertThat(outcome.success()).as("%s", outcome.messages()).isTrue();
        long bytes = Files.size(stepsDirectory.resolve("report/Recurrence/kernels.c"));
        try (Stream<Path> files = Files.walk(compilation.classes())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }
}
