package io.graphkernel.processor.report;

import io.graphkernel.common.files.FileTree;
import io.graphkernel.graph.AsciiNames;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
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

/** Report directory of one class, rewritten by each compilation. */
public final class ReportDirectory {

    /** Minimum level of {@code save_graphs} for the text of every graph in {@link MethodGraphs}. */
    public static final int PASS_TEXTS = 1;
    /** Minimum level of {@code save_graphs} for {@link #writePassGraphs}. */
    public static final int PASS_GRAPHS = 2;

    /** Ops of the kernels. MindSpore's file name contains its process id, which would differ between builds. */
    private static final String CLUSTERS = "graph_kernel_cluster_0.txt";

    /** Marker that exists after the class files of the class have been written. */
    private static final String GENERATED = "class-files.written";

    /** Class files of the stub. */
    private static final String CLASS_FILES = "class-files.bin";

    private final Path directory;

    /**
     * Creates the report directory of a class.
     *
     * @param root the report directory of the module
     * @param className qualified name of the class
     */
    public ReportDirectory(Path root, String className) {
        this.directory = root.resolve(className);
    }

    /**
     * Removes the files of an earlier compilation.
     *
     * @throws IOException if files cannot be removed
     */
    public void clear() throws IOException {
        FileTree.delete(directory);
    }

    /**
     * Writes the path of the class's manifest, by which reports of deleted classes are detected.
     *
     * @param manifest location from the compiler
     * @throws IOException if it cannot be written
     */
    public void writeManifestPath(URI manifest) throws IOException {
        Optional<String> path = GeneratedFiles.relative(directory, manifest);
        if (path.isPresent()) {
            write(Files.createDirectories(directory).resolve(GeneratedFiles.MANIFEST_PATH), path.get() + "\n");
        }
    }

    /**
     * Records that the class files of the class have been written, for {@link #isGenerated}.
     *
     * @throws IOException if the marker cannot be written
     */
    public void markGenerated() throws IOException {
        if (Files.isDirectory(directory)) {
            write(directory.resolve(GENERATED), "");
        }
    }

    /** Returns true if the class files of the class have been written since {@link #clear} or {@link #unmarkGenerated}. */
    public boolean isGenerated() {
        return Files.isRegularFile(directory.resolve(GENERATED));
    }

    /**
     * Records that the class files of the class are about to be written, for {@link #isGenerated}.
     *
     * @throws IOException if the marker cannot be removed
     */
    public void unmarkGenerated() throws IOException {
        Files.deleteIfExists(directory.resolve(GENERATED));
    }

    /**
     * Stores the class files of the stub until the next {@link #clear}.
     *
     * @param content their encoded form
     * @throws IOException if they cannot be written
     */
    public void writeClassFiles(byte[] content) throws IOException {
        if (Files.isDirectory(directory)) {
            Files.write(directory.resolve(CLASS_FILES), content);
        }
    }

    /**
     * Returns the class files of the stub.
     *
     * @return content of {@link #writeClassFiles}; empty if there is none
     * @throws IOException if it cannot be read
     */
    public Optional<byte[]> readClassFiles() throws IOException {
        Path file = directory.resolve(CLASS_FILES);
        return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    }

    /**
     * Returns the report's contents without times and paths.
     *
     * @return files by path, with {@code /} on every system
     * @throws IOException if a file cannot be read
     */
    public SortedMap<String, byte[]> contents() throws IOException {
        SortedMap<String, byte[]> contents = new TreeMap<>();
        for (Path file : FileTree.regularFiles(directory)) {
            String name = directory.relativize(file).toString().replace('\\', '/');
            if (!List.of(GeneratedFiles.MANIFEST_PATH, GENERATED, CLASS_FILES).contains(name)) {
                contents.put(name, Files.readAllBytes(file));
            }
        }
        return contents;
    }

    /**
     * Writes the files of the report of an equal class that are missing or have another size.
     *
     * @param contents contents from {@link #contents}
     * @throws IOException if a file cannot be written
     */
    public void restore(SortedMap<String, byte[]> contents) throws IOException {
        for (Map.Entry<String, byte[]> file : contents.entrySet()) {
            Path path = directory.resolve(file.getKey());
            if (!Files.isRegularFile(path) || Files.size(path) != file.getValue().length) {
                Files.createDirectories(path.getParent());
                Files.write(path, file.getValue());
            }
        }
    }

    /**
     * Writes the source for a target.
     *
     * @param fileName for example {@code kernels.c}
     * @param source source of all kernels of the class
     * @throws IOException if it cannot be written
     */
    public void writeSource(String fileName, String source) throws IOException {
        write(Files.createDirectories(directory).resolve(fileName), source);
    }

    /**
     * Writes the data of the class for the module's report.
     *
     * @param report report collected from the stages
     * @throws IOException if it cannot be written
     */
    public void writeClass(ClassReport report) throws IOException {
        ReportJson json = new ReportJson(report);
        Files.createDirectories(directory);
        // The data is last: once it exists, so do the texts that it refers to.
        Files.write(directory.resolve(ModuleReport.TEXTS), GzipText.of(json.texts()));
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
        for (FusionGroup group : fused.groups()) {
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
     * Writes the graph after each pass that ran, in the documented form and under the documented names of {@code
     * save_graphs} and {@code MS_DEV_DUMP_GRAPH_KERNEL_IR=on}.
     *
     * @param method the method
     * @param steps results of the passes
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
     * @param plan text of the plan
     * @throws IOException if the file cannot be written
     */
    public void writePlan(String method, String plan) throws IOException {
        write(directory.resolve(AsciiNames.of(method)).resolve("plan.txt"), plan);
    }

    /**
     * Writes the log of one method, with all levels.
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
     * Writes the values that a forward call saves for its gradient, and those that are recomputed.
     *
     * @param method the forward call
     * @param lines one line per value
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
