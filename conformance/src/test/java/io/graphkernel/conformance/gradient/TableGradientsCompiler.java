package io.graphkernel.conformance.gradient;

import io.graphkernel.conformance.GraphTextProcessor;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.graph.GraphPrinter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;

/** Compiles a partition of the gradients of the op table into a directory below that of {@code conformance.directory}. */
public final class TableGradientsCompiler {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("table-gradients");
    private static final int GRAPHS_PER_CLASS = 24;

    private TableGradientsCompiler() {}

    /**
     * Compiles the first partition for one target; exit status 1 if a gradient does not compile.
     *
     * @param arguments target name
     */
    public static void main(String[] arguments) throws IOException {
        List<String> errors = compile(0, arguments[0]);
        errors.forEach(System.out::println);
        System.exit(errors.isEmpty() ? 0 : 1);
    }

    /**
     * Compiles a partition.
     *
     * @param shard number of the partition
     * @param targets value of the processor's option
     * @return messages of errors
     */
    static List<String> compile(int shard, String targets) throws IOException {
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
        return KernelCompiler.compile(
                        new GraphTextProcessor(),
                        classes,
                        Map.of("Model", "public final class Model {}"),
                        targets,
                        List.of("-A" + GraphTextProcessor.FILES + "=" + String.join(File.pathSeparator, files)))
                .stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(diagnostic -> diagnostic.getMessage(Locale.ROOT))
                .toList();
    }

    /** Returns the directory of the classes of a partition. */
    static Path classes(int shard) {
        return CLASSES.resolve("part" + shard);
    }

    /** Returns the class of a gradient, by its index in its partition. */
    static String owner(int index) {
        return "Gradients" + index / GRAPHS_PER_CLASS;
    }
}
