package io.graphkernel.examples.benchmarks.compile;

import io.graphkernel.examples.benchmarks.Report;
import io.graphkernel.examples.benchmarks.TemporaryDirectory;
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
import java.util.List;
import java.util.Properties;

/**
 * How the time of javac grows with the number of ops of one method: a new process for each compilation, all targets, with
 * an empty build cache (cold) and with one that has the kernels (warm). Next to them the launches, the functions that are
 * compiled for them, and the bytes of the report.
 */
public final class LongMethodBenchmark {

    private static final String CLASS = "LongMethods";
    private static final List<Integer> SIZES = List.of(50, 200, 1000, 3000);
    private static final String TARGETS = "cpu,jvm,opencl,cuda";

    private final Path directory;
    private final Report report;
    private final String classPath = System.getProperty("java.class.path");

    private LongMethodBenchmark(Path directory, Report report) {
        this.directory = directory;
        this.report = report;
    }

    /** @param arguments the numbers of ops; 50, 200, 1000 and 3000 if there are none */
    public static void main(String[] arguments) throws IOException {
        List<Integer> sizes = arguments.length == 0
                ? SIZES
                : Arrays.stream(arguments).map(Integer::valueOf).toList();
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (TemporaryDirectory directory = new TemporaryDirectory("long-method-benchmark")) {
            new LongMethodBenchmark(directory.path(), new Report(out)).run(sizes);
        }
    }

    private void run(List<Integer> sizes) throws IOException {
        report.heading("One method of n ops, targets " + TARGETS + ", a new process for each compilation");
        report.row("method", "ops", "without s", "cold s", "warm s", "launches", "functions", "report KB");
        report.row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
        for (LongMethod method : LongMethod.values()) {
            for (int ops : sizes) {
                measure(method, ops);
            }
        }
    }

    private void measure(LongMethod method, int ops) throws IOException {
        Path work = Files.createDirectories(directory.resolve(method.name() + ops));
        Path source = work.resolve(CLASS + ".java");
        Files.writeString(source, method.source(CLASS, ops));
        String cache = "-Agraphkernel.cacheDir=" + work.resolve("cache");
        double without = compile(work, source, List.of("-proc:none"));
        List<String> options = List.of("-processorpath", classPath, cache, "-Agraphkernel.targets=" + TARGETS);
        double cold = compile(work, source, options);
        double warm = compile(work, source, options);
        Path classes = work.resolve("classes");
        Properties manifest = new Properties();
        try (InputStream in =
                Files.newInputStream(classes.resolve("META-INF/graphkernel/" + CLASS + "/manifest.properties"))) {
            manifest.load(in);
        }
        report.row(
                method.title(),
                manifest.getProperty("method.method.ops"),
                Report.format("%.2f", without),
                Report.format("%.2f", cold),
                Report.format("%.2f", warm),
                manifest.getProperty("method.method.launches"),
                manifest.getProperty("functions"),
                Report.format("%.0f", Files.size(work.resolve("graph-kernel/report.html")) / 1e3));
        TemporaryDirectory.delete(work);
    }

    /** Compiles once and gives the time in seconds. */
    private double compile(Path work, Path source, List<String> options) throws IOException {
        Path classes = work.resolve("classes");
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
                throw new IllegalStateException("javac refuses " + source + ": " + messages);
            }
        } catch (InterruptedException e) {
            process.destroy();
            throw new IOException(e);
        }
        return (System.nanoTime() - start) / 1e9;
    }
}
