package io.graphkernel.processor.report;

import io.graphkernel.processor.graph.AsciiNames;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report of one class: a directory of its own, written anew by each compilation. */
public final class ReportDirectory {

    /** The level of {@code save_graphs} from which {@link MethodGraphs} has the text of every graph. */
    public static final int PASS_TEXTS = 1;
    /** The level of {@code save_graphs} from which {@link #writePassGraphs} is asked for. */
    public static final int PASS_GRAPHS = 2;

    /** The ops of the kernels; MindSpore has its process id for the number, which would differ from build to build. */
    private static final String CLUSTERS = "graph_kernel_cluster_0.txt";

    /** Is there after the class files of the class have been written. */
    private static final String GENERATED = "class-files.written";

    private final Path directory;

    /**
     * A report.
     *
     * @param root the report directory of the module
     * @param className the class's qualified name
     */
    public ReportDirectory(Path root, String className) {
        this.directory = root.resolve(className);
    }

    /**
     * Removes what an earlier compilation left.
     *
     * @throws IOException if files cannot be removed
     */
    public void clear() throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    /**
     * Writes where the class's manifest is, so that the report of a class whose source is gone can be told.
     *
     * @param manifest as the compiler names it
     * @throws IOException if it cannot be written
     */
    public void writeManifestPath(URI manifest) throws IOException {
        Optional<String> path = GeneratedFiles.relative(directory, manifest);
        if (path.isPresent()) {
            write(Files.createDirectories(directory).resolve(GeneratedFiles.MANIFEST_PATH), path.get() + "\n");
        }
    }

    /**
     * Says that the class files of the class have been written, for {@link #isGenerated}.
     *
     * @throws IOException if that cannot be written
     */
    public void markGenerated() throws IOException {
        if (Files.isDirectory(directory)) {
            write(directory.resolve(GENERATED), "");
        }
    }

    /** Whether the class files of the class have been written since the last {@link #clear}. */
    public boolean isGenerated() {
        return Files.isRegularFile(directory.resolve(GENERATED));
    }

    /**
     * What was written of the class, without what says where and when.
     *
     * @return the files by their paths, with {@code /} on every system
     * @throws IOException if one cannot be read
     */
    public SortedMap<String, byte[]> contents() throws IOException {
        SortedMap<String, byte[]> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = directory.relativize(file).toString().replace('\\', '/');
                if (!name.equals(GeneratedFiles.MANIFEST_PATH) && !name.equals(GENERATED)) {
                    contents.put(name, Files.readAllBytes(file));
                }
            }
        }
        return contents;
    }

    /**
     * Writes what an equal class was reported with.
     *
     * @param contents of {@link #contents}
     * @throws IOException if a file cannot be written
     */
    public void restore(SortedMap<String, byte[]> contents) throws IOException {
        for (Map.Entry<String, byte[]> file : contents.entrySet()) {
            Path path = directory.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
    }

    /**
     * Writes what was generated for a target.
     *
     * @param fileName for example {@code kernels.c}
     * @param source the text for all kernels of the class
     * @throws IOException if it cannot be written
     */
    public void writeSource(String fileName, String source) throws IOException {
        write(Files.createDirectories(directory).resolve(fileName), source);
    }

    /**
     * Writes what the module's report shows of the class.
     *
     * @param report what the stages recorded
     * @throws IOException if it cannot be written
     */
    public void writeClass(ClassReport report) throws IOException {
        ReportJson json = new ReportJson(report);
        Files.createDirectories(directory);
        // The data last: where they are, there are the texts that they refer to.
        Files.write(directory.resolve(ModuleReport.TEXTS), Compressed.of(json.texts()));
        write(directory.resolve(ModuleReport.DATA), json.data());
    }

    /**
     * Writes the graphs of one method.
     *
     * @param graphs the texts
     * @throws IOException if a file cannot be written
     */
    public void writeMethod(MethodGraphs graphs) throws IOException {
        Path method = Files.createDirectories(directory.resolve(AsciiNames.of(graphs.method())));
        for (Map.Entry<String, String> file : graphs.texts().entrySet()) {
            write(method.resolve(file.getKey()), file.getValue());
        }
    }

    /**
     * Writes the ops of each fused kernel in the documented form of {@code --dump_as_text}.
     *
     * @param fused the graph after the last pass
     * @throws IOException if the file cannot be written
     */
    public void writeClusters(Graph fused) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Group group : fused.groups()) {
            if (group.nodes().size() > 1) {
                text.append("Source nodes of ").append(group.name()).append(" = ");
                text.append(group.nodes().size()).append('\n');
                group.nodes().forEach(node -> text.append("  ").append(node).append('\n'));
                text.append("======\n");
            }
        }
        Path dump = Files.createDirectories(
                directory.resolve(AsciiNames.of(fused.name())).resolve("graph_kernel_dump"));
        write(dump.resolve(CLUSTERS), text.toString());
    }

    /**
     * Writes the graph after each pass that ran, in the documented form and under the documented names of
     * {@code save_graphs} and {@code MS_DEV_DUMP_GRAPH_KERNEL_IR=on}.
     *
     * @param method the method
     * @param steps what each pass did
     * @throws IOException if a file cannot be written
     */
    public void writePassGraphs(String method, List<PassPipeline.Step> steps) throws IOException {
        Path dump = Files.createDirectories(directory
                .resolve(AsciiNames.of(method))
                .resolve("verbose_ir_files")
                .resolve("graph_kernel"));
        int number = 0;
        for (PassPipeline.Step step : steps) {
            if (step.enabled()) {
                String name = String.format(Locale.ROOT, "%04d_%s.ir", number++, step.fullName());
                write(dump.resolve(name), IrPrinter.print(step.graph()));
            }
        }
    }

    /**
     * Writes the plan of one method.
     *
     * @param method the method
     * @param plan its text form
     * @throws IOException if the file cannot be written
     */
    public void writePlan(String method, String plan) throws IOException {
        write(directory.resolve(AsciiNames.of(method)).resolve("plan.txt"), plan);
    }

    /**
     * Writes the log of one method, of all levels.
     *
     * @param method the method
     * @param lines its lines
     * @throws IOException if the file cannot be written
     */
    public void writeLog(String method, List<PassLog.Line> lines) throws IOException {
        String text = lines.stream().map(line -> line.text() + "\n").collect(Collectors.joining());
        write(Files.createDirectories(directory.resolve(AsciiNames.of(method))).resolve("passes.log"), text);
    }

    /**
     * Writes what the forward call of a method keeps for its gradient, and what is computed again.
     *
     * @param method the forward call
     * @param lines one for each value
     * @throws IOException if the file cannot be written
     */
    public void writeSaved(String method, List<String> lines) throws IOException {
        Path file = Files.createDirectories(directory.resolve(AsciiNames.of(method)))
                .resolve("saved.txt");
        write(file, String.join("\n", lines) + "\n");
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
    }
}
