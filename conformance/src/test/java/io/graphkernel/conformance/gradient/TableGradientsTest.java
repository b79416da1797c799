package io.graphkernel.conformance.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.conformance.GraphTextProcessor;
import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.graph.GraphPrinter;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the derived gradients of the op table equal their definition in f64 on every target: for random elements, for ties,
 * NaN, infinities and zeros, for small sizes and for sizes beyond a vector. The definition is compared with central differences
 * by the tests of the processor, and with PyTorch by {@link TorchGradientsTest}. The full tier takes a tenth of the rows, in
 * f32; the exhaustive tier takes all rows, classes of shapes, dtypes, and the second order, in partitions selected by the system
 * property {@code conformance.gradients.parts}.
 */
@ParameterizedClass(name = "part {0}")
@MethodSource("parts")
@Tag("slow")
@Tag("process")
@Tag("sampled")
class TableGradientsTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("table-gradients");
    private static final int GRAPHS_PER_CLASS = 24;

    private static final String PARTS = System.getProperty("conformance.gradients.parts", "");

    @Parameter
    int shard;

    static IntStream parts() {
        return PARTS.isEmpty()
                ? IntStream.range(0, TableGradient.parts())
                : Stream.of(PARTS.split(",")).mapToInt(Integer::parseInt);
    }

    @BeforeParameterizedClassInvocation
    static void compile(int shard) throws IOException {
        List<TableGradient> gradients = TableGradient.part(shard);
        Path classes = classes(shard);
        List<String> files = new ArrayList<>();
        Files.createDirectories(classes);
        for (int from = 0; from < gradients.size(); from += GRAPHS_PER_CLASS) {
            Path file = classes.resolve(owner(from) + ".gk");
            StringBuilder text = new StringBuilder();
            for (TableGradient gradient :
                    gradients.subList(from, Math.min(from + GRAPHS_PER_CLASS, gradients.size()))) {
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

    private static Path classes(int shard) {
        return CLASSES.resolve("part" + shard);
    }

    /** Returns the class of a gradient, by its index in its partition. */
    static String owner(int index) {
        return "Gradients" + index / GRAPHS_PER_CLASS;
    }

    @Override
    public TargetProcess process() {
        return new TargetProcess(classes(shard), TableGradientsProgram.class, String.valueOf(shard));
    }

    @Override
    @Test
    public void program_onOpenCl_isRight() throws IOException, InterruptedException {
        assumeThat(TableGradient.hasFirstShapes(shard))
                .as("a driver builds a program in seconds: it takes one class of shapes of each op and dtype")
                .isTrue();
        OnEveryTarget.super.program_onOpenCl_isRight();
    }
}
