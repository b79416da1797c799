package io.graphkernel.conformance.element;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.conformance.random.RandomFunctions;
import io.graphkernel.testing.ExhaustiveOnly;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random element functions have the bits of the Java methods, on every target.
 *
 * <p>The exhaustive tier has 20,000, in classes of consecutive seeds. A kernel of most of these classes calls several
 * functions on shared operands, so that they share loops, objects and launches; each target runs all classes in one
 * process. OpenCL, whose driver compiles the kernels of emulated CUDA again, runs some of the classes.
 *
 * <p>{@code mvn -pl conformance -am test -Dtest=RandomFunctionsTest -Dtests=exhaustive -Dtest.jvm=
 * -Dsurefire.failIfNoSpecifiedTests=false} runs them, with C2 for the compiler. {@code -Dconformance.functions.seed} sets
 * the first seed.
 */
@Tag("slow")
@Tag("sampled")
@Tag("process")
class RandomFunctionsTest implements OnEveryTarget {

    private static final int COUNT = TestTier.select(20, 40, 20_000);
    private static final int MAX_FUNCTIONS_PER_CLASS = 400;
    private static final int MAX_FUNCTIONS_PER_KERNEL = TestTier.select(1, 1, 10);
    /** Number of classes of which one has kernels of one function each, and of which OpenCL runs one. */
    private static final int SAMPLED = 10;

    private static final long SEED = Long.getLong("conformance.functions.seed", 38);
    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("random-functions");
    private static final List<String> NAMES = IntStream.range(
                    0, (COUNT + MAX_FUNCTIONS_PER_CLASS - 1) / MAX_FUNCTIONS_PER_CLASS)
            .mapToObj(number -> "RandomFunctions" + number)
            .toList();
    private static final TargetProcess PROCESS = process(1);
    private static final TargetProcess SAMPLE = process(SAMPLED);

    /** Returns the processes of every n-th class. */
    private static TargetProcess process(int stride) {
        return new TargetProcess(
                CLASSES,
                ElementFunctionProgram.class,
                IntStream.range(0, NAMES.size())
                        .filter(number -> number % stride == 0)
                        .mapToObj(number -> "element." + NAMES.get(number))
                        .toArray(String[]::new));
    }

    @BeforeAll
    static void compile() {
        for (int i = 0; i < NAMES.size(); i++) {
            int count = Math.min(MAX_FUNCTIONS_PER_CLASS, COUNT - i * MAX_FUNCTIONS_PER_CLASS);
            int perKernel = i % SAMPLED == SAMPLED - 1 ? 1 : MAX_FUNCTIONS_PER_KERNEL;
            Map<String, String> source =
                    Map.of(NAMES.get(i), RandomFunctions.of(NAMES.get(i), count, perKernel, SEED + i));
            assertThat(KernelCompiler.compile(CLASSES, source, "cpu,cuda,jvm,opencl").stream()
                            .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR))
                    .as("functions of seed %d", SEED + i)
                    .isEmpty();
        }
    }

    @Override
    @Test
    @ExhaustiveOnly
    public void program_onOpenCl_isRight() throws IOException, InterruptedException {
        SAMPLE.onOpenCl();
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
