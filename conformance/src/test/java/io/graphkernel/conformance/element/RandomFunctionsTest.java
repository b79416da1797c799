package io.graphkernel.conformance.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.conformance.random.RandomFunctions;
import io.graphkernel.testing.TestTier;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Random element functions have the bits of the Java methods, on every target. The exhaustive tier has 20,000, in classes of
 * consecutive seeds; {@code -Dconformance.functions.seed} sets the first one.
 */
@Tag("slow")
@Tag("sampled")
@Tag("process")
class RandomFunctionsTest implements OnEveryTarget {

    private static final int COUNT = TestTier.select(20, 40, 20_000);
    private static final int MAX_FUNCTIONS_PER_CLASS = 400;
    private static final long SEED = Long.getLong("conformance.functions.seed", 38);
    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("random-functions");
    private static final List<String> NAMES = IntStream.range(
                    0, (COUNT + MAX_FUNCTIONS_PER_CLASS - 1) / MAX_FUNCTIONS_PER_CLASS)
            .mapToObj(number -> "RandomFunctions" + number)
            .toList();
    private static final TargetProcess PROCESS = new TargetProcess(
            CLASSES,
            ElementFunctionProgram.class,
            NAMES.stream().map(name -> "element." + name).toArray(String[]::new));

    @BeforeAll
    static void compile() {
        for (int i = 0; i < NAMES.size(); i++) {
            int count = Math.min(MAX_FUNCTIONS_PER_CLASS, COUNT - i * MAX_FUNCTIONS_PER_CLASS);
            Map<String, String> source = Map.of(NAMES.get(i), RandomFunctions.of(NAMES.get(i), count, SEED + i));
            assertThat(KernelCompiler.compile(CLASSES, source, "cpu,cuda,jvm,opencl").stream()
                            .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR))
                    .as("functions of seed %d", SEED + i)
                    .isEmpty();
        }
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
