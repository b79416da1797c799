package io.graphkernel.processor.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report of all classes of a module: {@code report.json} for tools and {@code report.html} for people. Both are put
 * together from what each class's compilation has left, so that an incremental build shows the others, too.
 */
public final class ModuleReport {

    /** The page, in the report directory of the module. */
    public static final String PAGE = "report.html";
    /** The same for tools. */
    public static final String DATA = "report.json";

    private static final List<String> SCRIPTS = List.of(
            "model.js", "layered.js", "layout.js", "graph.js", "map.js", "sources.js", "method.js", "navigation.js");

    private final Path root;

    /**
     * A module's report.
     *
     * @param root the report directory of the module
     */
    public ModuleReport(Path root) {
        this.root = root;
    }

    /**
     * Writes both files anew from the classes in the directory. Classes that have been removed are removed there, too.
     *
     * @throws IOException if files cannot be read or written
     */
    public void write() throws IOException {
        if (!Files.isDirectory(root)) {
            return;
        }
        removeClassesWithoutFiles();
        String data = data();
        Files.writeString(root.resolve(DATA), data);
        Files.writeString(root.resolve(PAGE), page(data));
    }

    private String data() throws IOException {
        StringBuilder data = new StringBuilder();
        data.append(ReportJson.BEGIN).append("\"classes\":[");
        String separator = "\n";
        for (Path file : classFiles()) {
            String text = Files.readString(file).strip();
            // Another version of the processor may have left a class that this one has not compiled again.
            if (text.startsWith(ReportJson.BEGIN)) {
                data.append(separator).append(text);
                separator = ",\n";
            }
        }
        return data.append("]}\n").toString();
    }

    private void removeClassesWithoutFiles() throws IOException {
        for (Path file : classFiles()) {
            Path report = file.getParent();
            if (GeneratedFiles.areGone(report)) {
                GeneratedFiles.removeEmptyDirectories(report);
                new ReportDirectory(root, report.getFileName().toString()).clear();
            }
        }
    }

    private List<Path> classFiles() throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.map(directory -> directory.resolve(DATA))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    /** Everything in one file: a page that is opened from a disk or an archive may not load others. */
    private static String page(String data) {
        String scripts = SCRIPTS.stream().map(ModuleReport::resource).collect(Collectors.joining("\n"));
        return resource("page.html")
                .replace("{{style}}", resource("page.css").strip())
                .replace("{{script}}", scripts.strip())
                .replace("{{data}}", data.strip());
    }

    private static String resource(String name) {
        try (InputStream in = ModuleReport.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
