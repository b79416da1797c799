package io.graphkernel.examples.benchmarks.compile;

import io.graphkernel.examples.benchmarks.Report;
import io.graphkernel.examples.benchmarks.TemporaryDirectory;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;

/**
 * What the processor adds to the time of javac, and how that grows with the number of ops of one method: a new process for each
 * compilation, all targets, with an empty build cache (cold) and with one that has the kernels (warm). Next to them the
 * launches, the functions that are compiled for them, and the bytes of the report. Another checkout may take turns.
 */
public final class LongMethodBenchmark {

    private static final String CLASS = "LongMethods";
    private static final List<Integer> SIZES = List.of(50, 200, 1000, 3000);
    private static final String TARGETS = "cpu,jvm,opencl,cuda";
    /** The argument that names the root of another checkout, which is built. */
    private static final String BEFORE = "before=";

    private static final int SMALL_OPS = 2;
    private static final int LAYERS = 46;
    private static final int OFTEN = 9;
    private static final int SELDOM = 3;

    /**
     * What is compiled.
     *
     * @param title its name
     * @param source the Java text
     * @param repetitions how often; the median is reported
     */
    private record Case(String title, String source, int repetitions) {}

    /** The times of one processor in seconds. */
    private record Times(List<Double> cold, List<Double> warm) {
        Times() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    private final Path directory;
    private final Report report;
    /** The class path of each processor by its name, this one first. */
    private final Map<String, String> processors = new LinkedHashMap<>();

    private LongMethodBenchmark(Path directory, Report report, Optional<Path> before) {
        this.directory = directory;
        this.report = report;
        String own = System.getProperty("java.class.path");
        processors.put("", own);
        before.ifPresent(root -> processors.put("before ", inCheckout(own, root)));
    }

    /**
     * Prints a table.
     *
     * @param arguments the numbers of ops, 50, 200, 1000 and 3000 if there are none; {@code before=} and the root of another
     *     checkout, of which the modules are built, to compare with
     */
    public static void main(String[] arguments) throws IOException {
        Optional<Path> before = Arrays.stream(arguments)
                .filter(argument -> argument.startsWith(BEFORE))
                .map(argument -> Path.of(argument.substring(BEFORE.length())))
                .findFirst();
        List<Integer> sizes = Arrays.stream(arguments)
                .filter(argument -> !argument.startsWith(BEFORE))
                .map(Integer::valueOf)
                .toList();
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (TemporaryDirectory directory = new TemporaryDirectory("long-method-benchmark")) {
            new LongMethodBenchmark(directory.path(), new Report(out), before).run(sizes.isEmpty() ? SIZES : sizes);
        }
    }

    /** The class path with the modules of another checkout: this benchmark runs in that of its own. */
    private static String inCheckout(String classPath, Path root) {
        Path own = ownRoot();
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            Path path = Path.of(entry).toAbsolutePath().normalize();
            entries.add((path.startsWith(own) ? root.resolve(own.relativize(path)) : path).toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    /** The directory that has the module of the processor. */
    private static Path ownRoot() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve("processor"))) {
            root = root.getParent();
            if (root == null) {
                throw new IllegalStateException("run the benchmark below the root of its checkout");
            }
        }
        return root;
    }

    private void run(List<Integer> sizes) throws IOException {
        report.heading("javac with one method of n ops, targets " + TARGETS + ", a new process for each compilation");
        List<String> titles = new ArrayList<>(List.of("method", "ops", "without s"));
        processors.keySet().forEach(name -> titles.addAll(List.of(name + "cold s", name + "warm s")));
        titles.addAll(List.of("launches", "functions", "report KB"));
        report.row(titles.toArray(String[]::new));
        List<String> columns = new ArrayList<>(Collections.nCopies(titles.size(), "---:"));
        columns.set(0, "---");
        report.row(columns.toArray(String[]::new));
        measure(new Case("one small kernel", LongMethod.SMALL.source(CLASS, SMALL_OPS), OFTEN));
        measure(new Case(LAYERS + " equal layers", LongMethod.LAYERS.source(CLASS, LongMethod.layers(LAYERS)), SELDOM));
        for (LongMethod method : LongMethod.GROWING) {
            for (int ops : sizes) {
                measure(new Case(method.title(), method.source(CLASS, ops), 1));
            }
        }
    }

    private void measure(Case measured) throws IOException {
        Path work = Files.createDirectories(directory.resolve("work"));
        Path source = work.resolve(CLASS + ".java");
        Files.writeString(source, measured.source());
        List<Double> without = new ArrayList<>();
        Map<String, Times> times = new LinkedHashMap<>();
        for (int i = 0; i < measured.repetitions(); i++) {
            for (Map.Entry<String, String> processor : processors.entrySet()) {
                Times all = times.computeIfAbsent(processor.getKey(), name -> new Times());
                Path cache = work.resolve("cache");
                if (Files.exists(cache)) {
                    TemporaryDirectory.delete(cache);
                }
                List<String> options = List.of(
                        "-processorpath",
                        processor.getValue(),
                        "-Agraphkernel.cacheDir=" + cache,
                        "-Agraphkernel.targets=" + TARGETS);
                Path classes = output(work, processor.getKey()).resolve("classes");
                compile(classes, processor.getValue(), source, options).ifPresent(all.cold()::add);
                compile(classes, processor.getValue(), source, options).ifPresent(all.warm()::add);
            }
            String own = processors.values().iterator().next();
            compile(work.resolve("without/classes"), own, source, List.of("-proc:none"))
                    .ifPresent(without::add);
        }
        if (times.get("").warm().isEmpty()) {
            throw new IllegalStateException("javac refuses " + measured.title());
        }
        report(measured, work, without, times);
        TemporaryDirectory.delete(work);
    }

    /** The directory of a processor, which has the class directory and the report next to it. */
    private static Path output(Path work, String processor) {
        return work.resolve(("with " + processor).strip());
    }

    private void report(Case measured, Path work, List<Double> without, Map<String, Times> times) throws IOException {
        Properties manifest = new Properties();
        Path output = output(work, "");
        try (InputStream in = Files.newInputStream(
                output.resolve("classes/META-INF/graphkernel/" + CLASS + "/manifest.properties"))) {
            manifest.load(in);
        }
        List<String> cells = new ArrayList<>();
        cells.add(measured.title());
        cells.add(manifest.getProperty("method.method.ops"));
        cells.add(median(without));
        times.values().forEach(each -> cells.addAll(List.of(median(each.cold()), median(each.warm()))));
        cells.add(manifest.getProperty("method.method.launches"));
        cells.add(manifest.getProperty("functions"));
        cells.add(Report.format("%.0f", Files.size(output.resolve("graph-kernel/report.html")) / 1e3));
        report.row(cells.toArray(String[]::new));
    }

    private static String median(List<Double> seconds) {
        List<Double> sorted = seconds.stream().sorted().toList();
        return sorted.isEmpty() ? "refused" : Report.format("%.2f", sorted.get(sorted.size() / 2));
    }

    /** Compiles once and gives the time in seconds; empty if javac refuses, which it says. */
    private static OptionalDouble compile(Path classes, String classPath, Path source, List<String> options)
            throws IOException {
        if (Files.exists(classes)) {
            TemporaryDirectory.delete(classes);
        }
        Files.createDirectories(classes);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        command.addAll(List.of("-d", classes.toString(), "-classpath", classPath));
        command.addAll(options);
        command.add(source.toString());
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String messages = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                System.err.println("javac refuses " + source + ": " + messages);
                return OptionalDouble.empty();
            }
        } catch (InterruptedException e) {
            process.destroy();
            throw new IOException(e);
        }
        return OptionalDouble.of((System.nanoTime() - start) / 1e9);
    }
}
