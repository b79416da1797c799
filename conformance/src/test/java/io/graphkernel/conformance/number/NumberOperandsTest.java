package io.graphkernel.conformance.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.number.NumberSource.Drawn;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of a number in place of a tensor, of each op, dtype and Java type, as a parameter and as a constant: the stub and the
 * eager op give the same result or rejection.
 */
@Tag("slow")
@Tag("process")
@Tag("sampled")
class NumberOperandsTest implements OnEveryTarget {

    /** The cases of each operand in the full tier; the exhaustive tier takes all parameters, and a constant for each. */
    private static final int EACH =
            TestTier.isExhaustive() ? Integer.MAX_VALUE : Integer.getInteger("conformance.numbers", 1);

    private static final long SEED = Long.getLong("conformance.numbers.seed", 35);

    private static final Path CLASSES =
            Path.of(System.getProperty("conformance.directory", "target/conformance"), "numbers");

    private static final Drawn DRAWN = Drawn.of(SEED, EACH);

    /** The kernels of the full tier that devices run: their compilers take most of the time. */
    private static final int DEVICE_KERNELS = TestTier.isExhaustive() ? Integer.MAX_VALUE : NumberSource.CLASS_KERNELS;

    @BeforeAll
    static void compile() {
        Map<String, String> texts = NumberSource.texts("Accepted", DRAWN.accepted());
        Map<String, String> first = new LinkedHashMap<>();
        int deviceClasses = (int) Math.ceil((double) DEVICE_KERNELS / NumberSource.CLASS_KERNELS);
        texts.keySet().stream().limit(deviceClasses).toList().forEach(name -> first.put(name, texts.remove(name)));
        Stream.concat(
                        KernelCompiler.compile(CLASSES, first, "cpu,cuda,jvm,opencl").stream(),
                        texts.isEmpty() ? Stream.empty() : KernelCompiler.compile(CLASSES, texts, "cpu,jvm").stream())
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .forEach(diagnostic -> fail(
                        diagnostic.getSource() + ":" + diagnostic.getLineNumber() + " " + diagnostic.getMessage(null)));
    }

    @Override
    public TargetProcess process() {
        return process(Integer.MAX_VALUE);
    }

    private static TargetProcess process(int kernels) {
        return new TargetProcess(
                CLASSES,
                NumberOperandsProgram.class,
                Long.toString(SEED),
                Integer.toString(EACH),
                Integer.toString(kernels));
    }

    @Test
    @Override
    public void program_onOpenCl_isRight() throws IOException, InterruptedException {
        process(DEVICE_KERNELS).onOpenCl();
    }

    @Test
    @Override
    public void program_onEmulatedCuda_isRight() throws IOException, InterruptedException {
        process(DEVICE_KERNELS).onEmulatedCuda();
    }

    @Test
    void constantThatTheDtypeDoesNotHold_isRejectedAtItsLine() {
        List<NumberCase> rejected = DRAWN.rejected();
        Map<String, String> texts = NumberSource.texts("Rejected", rejected);
        Map<String, String> messages = KernelCompiler.compile(CLASSES.resolve("rejected"), texts, "jvm").stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .collect(Collectors.toMap(
                        diagnostic -> diagnostic.getSource().getName().replaceAll(".*(Rejected\\d+).*", "$1") + ":"
                                + diagnostic.getLineNumber(),
                        diagnostic -> diagnostic.getMessage(null),
                        (first, second) -> first));

        assertThat(rejected).isNotEmpty();
        assertThat(IntStream.range(0, rejected.size())
                        .filter(i -> !message(messages, i).contains("[GK-2014]")))
                .map(i -> rejected.get(i) + ": " + message(messages, i))
                .isEmpty();
    }

    private static String message(Map<String, String> messages, int index) {
        int line = NumberSource.HEAD_LINES + 1 + index % NumberSource.CLASS_KERNELS;
        return messages.getOrDefault("Rejected" + index / NumberSource.CLASS_KERNELS + ":" + line, "no error");
    }
}
