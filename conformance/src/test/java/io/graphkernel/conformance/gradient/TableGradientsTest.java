package io.graphkernel.conformance.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.conformance.GraphTextProcessor;
import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.processor.graph.GraphPrinter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The derived gradients of the rows of the op table are on every target what they mean in f64: for random elements, for
 * ties, NaN, infinities and zeros, for small sizes and for sizes beyond a vector. What they mean is compared with central
 * differences by the tests of the processor, and with PyTorch by {@link TorchGradientsTest}. Normally it takes a tenth of
 * the rows, in f32; with {@code -Pexhaustive} it is all rows, classes of shapes, dtypes, and the second order, in parts, of
 * which the system property {@code conformance.gradients.parts} chooses some.
 */
@ParameterizedClass(name = "part {0}")
@MethodSource("parts")
class TableGradientsTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("table-gradients");
    private static final int GRAPHS_PER_CLASS = 24;

    private static final String PARTS = System.getProperty("conformance.gradients.parts", "");

    @Parameter
    int part;

    static IntStream parts() {
        return PARTS.isEmpty()
                ? IntStream.range(0, TableGradient.parts())
                : Stream.of(PARTS.split(",")).mapToInt(Integer::parseInt);
    }

    @BeforeParameterizedClassInvocation
    static void compile(int part) throws IOException {
        List<TableGradient> all = TableGradient.part(part);
        Path classes = classes(part);
        List<String> files = new ArrayList<>();
        Files.createDirectories(classes);
        for (int from = 0; from < all.size(); from += GRAPHS_PER_CLASS) {
            Path file = classes.resolve(owner(from) + ".gk");
            StringBuilder text = new StringBuilder();
            for (TableGradient gradient : all.subList(from, Math.min(from + GRAPHS_PER_CLASS, all.size()))) {
                text.append(GraphPrinter.print(gradient.gradient())
                        .replaceFirst("graph \\w+\\(", "graph " + gradient.name() + "("));
            }
            Files.writeString(file, text);
            files.add(file.toString());
        }
        assertThat(KernelCompiler.compile(
                        new GraphTextProcessor(),
                        classes,
                        Map.of("Model", "public final class Model {}"),
                        "cpu,cuda,jvm,opencl",
                        List.of("-A" + GraphTextProcessor.FILES + "=" + String.join(File.pathSeparator, files))))
                .noneMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
    }

    private static Path classes(int part) {
        return CLASSES.resolve("part" + part);
    }

    /** The class of a gradient, by its place in its part. */
    static String owner(int place) {
        return "Gradients" + place / GRAPHS_PER_CLASS;
    }

    @Override
    public TargetProcess process() {
        return new TargetProcess(classes(part), TableGradientsProgram.class, String.valueOf(part));
    }

    @Override
    @Test
    public void isRightOnOpenCl() throws IOException, InterruptedException {
        assumeThat(TableGradient.hasFirstShapes(part))
                .as("a driver builds a program in seconds: it takes one class of shapes of each op and dtype")
                .isTrue();
        OnEveryTarget.super.isRightOnOpenCl();
    }
}
