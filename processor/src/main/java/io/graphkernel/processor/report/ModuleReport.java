package io.graphkernel.processor.report;

import io.graphkernel.common.files.FileTree;
import io.graphkernel.common.json.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Report of all classes of a module: {@code report.json} for tools, which lists the files of the classes, and {@code
 * report.html} for users, which embeds them. Both are assembled from the files of each class's compilation, so that an
 * incremental build covers all classes.
 */
public final class ModuleReport {

    /** Page in the report directory of the module. */
    public static final String PAGE = "report.html";
    /** Machine-readable form: for the module, and for a class in its directory. */
    public static final String DATA = "report.json";
    /** Generated sources of a class, in its directory. */
    static final String TEXTS = "sources.json.gz";

    private static final List<String> SCRIPTS = List.of(
            "model.js",
            "layered.js",
            "layout.js",
            "graph.js",
            "map.js",
            "costs.js",
            "sources.js",
            "method.js",
            "totals.js",
            "navigation.js");

    private final Path root;

    /**
     * Creates a module's report.
     *
     * @param root the report directory of the module
     */
    public ModuleReport(Path root) {
        this.root = root;
    }

    /**
     * Rewrites both files from the classes in the directory, without removed classes. Concurrent compilations may share
     * a directory: only these two files are written.
     *
     * @throws IOException if files cannot be read or written
     */
    public void write() throws IOException {
        if (!Files.isDirectory(root)) {
            return;
        }
        List<ClassFiles> classes = classes();
        Files.writeString(root.resolve(DATA), index(classes));
        Files.writeString(root.resolve(PAGE), page(classes));
    }

    /**
     * Report files of a class.
     *
     * @param name name of the class
     * @param data report of the class
     * @param texts compressed sources that the report refers to
     */
    private record ClassFiles(String name, String data, byte[] texts) {}

    private List<ClassFiles> classes() throws IOException {
        List<ClassFiles> classes = new ArrayList<>();
        for (Path directory : classDirectories()) {
            // Skips reports of other versions of the processor for classes not compiled since.
            read(directory)
                    .filter(known -> known.data().startsWith(ReportJson.BEGIN))
                    .ifPresent(classes::add);
        }
        return classes;
    }

    /**
     * Returns the report files of a class; empty if its generated files are gone, or another compilation is rewriting
     * it.
     */
    private static Optional<ClassFiles> read(Path directory) throws IOException {
        try {
            if (GeneratedFiles.areGone(directory)) {
                return Optional.empty();
            }
            String data = Files.readString(directory.resolve(DATA)).strip();
            byte[] texts = Files.readAllBytes(directory.resolve(TEXTS));
            return Optional.of(new ClassFiles(directory.getFileName().toString(), data, texts));
        } catch (NoSuchFileException beingWritten) {
            return Optional.empty();
        }
    }

    private List<Path> classDirectories() throws IOException {
        return FileTree.list(root).stream()
                .filter(directory -> Files.isRegularFile(directory.resolve(DATA)))
                .toList();
    }

    private static String index(List<ClassFiles> classes) {
        JsonWriter json = new JsonWriter().object().member("schema", ReportJson.SCHEMA);
        json.name("classes").array();
        for (ClassFiles classFile : classes) {
            json.object().member("name", classFile.name()).member("report", classFile.name() + "/" + DATA);
            json.member("texts", classFile.name() + "/" + TEXTS).endObject();
        }
        return json.endArray().endObject().toString();
    }

    /** Returns a self-contained page: a page from a disk or an archive may not load other files. */
    private static String page(List<ClassFiles> classes) {
        String scripts = SCRIPTS.stream().map(ModuleReport::resource).collect(Collectors.joining("\n"));
        String data = classes.stream()
                .map(classReport ->
                        packed("data", GzipText.of(classReport.data())) + packed("texts", classReport.texts()))
                .collect(Collectors.joining("\n"));
        Map<String, String> variables = Map.of(
                "{{style}}", resource("page.css").strip(),
                "{{script}}", scripts.strip(),
                "{{data}}", data);
        // Processed line by line, since the data may be megabytes.
        return resource("page.html")
                .lines()
                .map(line -> variables.getOrDefault(line.strip(), line))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** Returns compressed JSON as an element that the page's scripts read. */
    private static String packed(String kind, byte[] json) {
        String text = Base64.getEncoder().encodeToString(json);
        return "<script type=\"application/gzip\" class=\"" + kind + "\">" + text + "</script>";
    }

    private static String resource(String name) {
        try (InputStream in = ModuleReport.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
