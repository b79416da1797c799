package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Loops with counters of their own and lists that loops extend, on every target: against float64, as plain Java, unrolled,
 * and by central differences.
 */
@Tag("slow")
@Tag("process")
class CountersTest implements OnEveryTarget {

    private static final Path CLASSES = KernelClasses.target().resolve("counters");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "counters.CountersProgram");

    /** Sizes of the axes, with which loops over them are unrolled. */
    private static final Map<String, String> FIXED = Map.of(
            "[t, c]", "[5, 8]",
            "[c]", "[8]",
            "[n, m, c]", "[3, 4, 8]",
            "[t, c, c]", "[5, 8, 8]",
            "[c, c]", "[8, 8]",
            "[2, c]", "[2, 8]",
            "[c, 2 * t]", "[8, 12]",
            "class Counters", "class FixedCounters");

    @BeforeAll
    static void compile() {
        Map<String, String> sources =
                KernelCompiler.sources("counters", "Counters", "CountersOracle", "CountersProgram");
        OnEveryTarget.addFixed(sources, "Counters", FIXED);
        OnEveryTarget.compile(CLASSES, sources);
    }

    @Test
    void list_hasTheKernelsOfAnArray() throws IOException {
        Properties manifest = new Properties();
        Path file = CLASSES.resolve("META-INF/graphkernel/counters.Counters/manifest.properties");
        try (var in = Files.newInputStream(file)) {
            manifest.load(in);
        }
        assertThat(manifest.getProperty("method.listed.launches"))
                .isEqualTo("2")
                .isEqualTo(manifest.getProperty("method.counted.launches"));
    }

    /** The emulated device takes ten times as long as the host; {@link ConditionsTest} has such loops there. */
    @Override
    @ExhaustiveOnly
    @Test
    public void program_onEmulatedCuda_isRight() throws IOException, InterruptedException {
        OnEveryTarget.super.program_onEmulatedCuda_isRight();
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
