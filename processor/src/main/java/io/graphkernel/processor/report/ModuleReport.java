package io.graphkernel.processor.report;

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
import java.util.stream.Stream;

/**
 * The report of all classes of a module: {@code report.json} for tools, which names the files of the classes, and
 * {@code report.html} for people, which holds them. Both are put together from what each class's compilation has left, so
 * that an incremental build shows the others, too.
 */
public final class ModuleReport {

    /** The page, in the report directory of the module. */
    public static final String PAGE = "report.html";
    /** The same for tools: of the module, and of a class in the directory of the class. */
    public static final String DATA = "report.json";
    /** The generated sources of a class, in the directory of the class. */
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
        List<ClassFiles> classes = classes();
        Files.writeString(root.resolve(DATA), index(classes));
        Files.writeString(root.resolve(PAGE), page(classes));
    }

    /**
     * What a class has left.
     *
     * @param name the class
     * @param data its report
     * @param texts the sources that the report refers to, compressed
     */
    private record ClassFiles(String name, String data, byte[] texts) {}

    private List<ClassFiles> classes() throws IOException {
        List<ClassFiles> classes = new ArrayList<>();
        for (Path directory : classDirectories()) {
            // Another version of the processor may have left a class that this one has not compiled again.
            read(directory)
                    .filter(known -> known.data().startsWith(ReportJson.BEGIN))
                    .ifPresent(classes::add);
        }
        return classes;
    }

    /** What a class has left; empty if its generated files are gone, or another compilation writes it anew just now. */
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
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(directory -> Files.isRegularFile(directory.resolve(DATA)))
                    .sorted()
                    .toList();
        }
    }

    private static String index(List<ClassFiles> classes) {
        JsonWriter json = new JsonWriter().object().member("schema", ReportJson.SCHEMA);
        json.name("classes").array();
        for (ClassFiles each : classes) {
            json.object().member("name", each.name()).member("report", each.name() + "/" + DATA);
            json.member("texts", each.name() + "/" + TEXTS).endObject();
        }
        return json.endArray().endObject().toString();
    }

    /** Everything in one file: a page that is opened from a disk or an archive may not load others. */
    private static String page(List<ClassFiles> classes) {
        String scripts = SCRIPTS.stream().map(ModuleReport::resource).collect(Collectors.joining("\n"));
        String data = classes.stream()
                .map(each -> packed("data", Compressed.of(each.data())) + packed("texts", each.texts()))
                .collect(Collectors.joining("\n"));
        Map<String, String> parts = Map.of(
                "{{style}}", resource("page.css").strip(),
                "{{script}}", scripts.strip(),
                "{{data}}", data);
        // A line at a time: the data may be megabytes, which are not looked through for names of parts.
        return resource("page.html")
                .lines()
                .map(line -> parts.getOrDefault(line.strip(), line))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** Compressed JSON as an element that the page's scripts read. */
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
