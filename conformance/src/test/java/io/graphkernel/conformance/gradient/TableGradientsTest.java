package io.graphkernel.conformance.gradient;

import static org.assertj.core.api.Assertions.assertThat;

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
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;

/**
 * The derived gradients of the rows of the op table are on every target what they mean in f64: for random elements, for
 * ties, NaN, infinities and zeros, for small sizes and for sizes beyond a vector. What they mean is compared with central
 * differences by the tests of the processor, and with PyTorch by {@link TorchGradientsTest}. Normally it takes a tenth of
 * the rows, in f32; with {@code -Pexhaustive} it is all rows, classes of shapes, dtypes, and the second order.
 */
class TableGradientsTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("table-gradients");
    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, TableGradientsProgram.class);
    private static final int GRAPHS_PER_CLASS = 24;

    @BeforeAll
    static void compile() throws IOException {
        List<TableGradient> all = TableGradient.all();
        List<String> files = new ArrayList<>();
        Files.createDirectories(CLASSES);
        for (int from = 0; from < all.size(); from += GRAPHS_PER_CLASS) {
            Path file = CLASSES.resolve(owner(from) + ".gk");
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
                        CLASSES,
                        Map.of("Model", "public final class Model {}"),
                        "cpu,cuda,jvm,opencl",
                        List.of("-A" + GraphTextProcessor.FILES + "=" + String.join(File.pathSeparator, files))))
                .noneMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
    }

    /** The class of a gradient, by its place. */
    static String owner(int place) {
        return "Gradients" + place / GRAPHS_PER_CLASS;
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
