package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.conformance.random.RandomLoops;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Loops of kernels on every target: as plain Java, against central differences, and unrolled. */
@Tag("slow")
@Tag("sampled")
@Tag("process")
class LoopsTest implements OnEveryTarget {

    private static final int PROGRAMS = TestTier.select(2, 3, 400);
    private static final long SEED = 38;
    private static final Path CLASSES = KernelClasses.target().resolve("loops");

    private static final TargetProcess PROCESS =
            new TargetProcess(CLASSES, "loops.LoopsProgram", Integer.toString(PROGRAMS));

    @BeforeAll
    static void compile() {
        Map<String, String> sources = KernelCompiler.sources("loops", "Loops", "LoopsProgram");
        sources.put("RandomLoops", RandomLoops.of(PROGRAMS, SEED));
        OnEveryTarget.compile(CLASSES, sources);
    }

    @Test
    void loop_hasTheKernelsOfOneIteration() throws IOException {
        Properties manifest = new Properties();
        try (var in = Files.newInputStream(CLASSES.resolve("META-INF/graphkernel/loops.Loops/manifest.properties"))) {
            manifest.load(in);
        }
        assertThat(manifest.getProperty("method.rnn.launches")).isEqualTo("2");
        assertThat(manifest.getProperty("method.large.launches")).isEqualTo("2");
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
