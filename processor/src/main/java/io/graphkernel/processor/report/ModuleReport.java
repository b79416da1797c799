package io.graphkernel.processor.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
     * Writes both files anew from the classes in the directory, without those that have been removed. Compilations that share
     * a directory may run side by side: nothing but these two files is written.
     *
     * @throws IOException if files cannot be read or written
     */
    public void write() throws IOException {
        if (!Files.isDirectory(root)) {
            return;
        }
        String data = data();
        Files.writeString(root.resolve(DATA), data);
        Files.writeString(root.resolve(PAGE), page(data));
    }

    private String data() throws IOException {
        StringBuilder data = new StringBuilder();
        data.append(ReportJson.BEGIN).append("\"classes\":[");
        String separator = "\n";
        for (Path file : classFiles()) {
            // Another version of the processor may have left a class that this one has not compiled again.
            Optional<String> text = text(file).filter(known -> known.startsWith(ReportJson.BEGIN));
            if (text.isPresent()) {
                data.append(separator).append(text.get());
                separator = ",\n";
            }
        }
        return data.append("]}\n").toString();
    }

    /** What a class has left; empty if its generated files are gone, or another compilation writes it anew just now. */
    private static Optional<String> text(Path file) throws IOException {
        try {
            return GeneratedFiles.areGone(file.getParent())
                    ? Optional.empty()
                    : Optional.of(Files.readString(file).strip());
        } catch (NoSuchFileException beingWritten) {
            return Optional.empty();
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
