package io.graphkernel.conformance.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.TestTier;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Updates in place by values that read other elements than they write, on every target. In the exhaustive tier, 500 methods;
 * {@code -Dconformance.updates.seed} draws others.
 */
@Tag("slow")
@Tag("process")
@Tag("sampled")
class UpdateTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("updates");

    private static final int METHODS_OF_A_CLASS = 30;
    private static final int NUMBER_OF_CLASSES = TestTier.isExhaustive() ? 17 : 1;
    private static final long SEED = Long.getLong("conformance.updates.seed", 1);

    private static final TargetProcess PROCESS =
            new TargetProcess(CLASSES, UpdateProgram.class, sources().keySet().toArray(String[]::new));

    private static Map<String, String> sources() {
        Map<String, String> sources = new TreeMap<>();
        for (int i = 0; i < NUMBER_OF_CLASSES; i++) {
            String name = "Updates" + i;
            sources.put(name, RandomUpdates.source(name, METHODS_OF_A_CLASS, SEED + (long) i * METHODS_OF_A_CLASS));
        }
        return sources;
    }

    @BeforeAll
    static void compile() {
        assertThat(KernelCompiler.compile(CLASSES, sources(), "cpu,cuda,jvm,opencl"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
