package io.graphkernel.examples.benchmarks;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Benchmark of the compile time that the processor adds to javac, for a class of ten kernels and three instruction
 * sets: with an empty build cache (cold) and with every kernel in it (warm), relative to the same class with annotation
 * processing off. Once in a compiler that has run before, as in a build server or an IDE, and once in a new process per
 * compilation.
 */
public final class CompileBenchmark {
    private static final String SAMPLE = "TenKernels.java";
    private static final String STUB = "TenKernelsKernels.class";
    private static final int KERNELS = 10;
    private static final OptionalDouble COLD_TARGET = OptionalDouble.of(150);
    private static final OptionalDouble WARM_TARGET = OptionalDouble.of(5);

    private final Path directory;
    private final String classPath = System.getProperty("java.class.path");

    private CompileBenchmark(Path directory) {
        this.directory = directory;
    }

    /** Runs the benchmark for the given number of rounds, 7 by default. */
    public static void main(String[] arguments) throws IOException {
        int rounds = arguments.length == 0 ? 7 : Integer.parseInt(arguments[0]);
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (TemporaryDirectory directory = new TemporaryDirectory("compile-benchmark")) {
            new CompileBenchmark(directory.path()).run(rounds, new Report(out));
        }
    }

    private enum Mode {
        WITHOUT_PROCESSOR,
        COLD,
        WARM
    }

    @FunctionalInterface
    private interface Compilation {
        void run(List<String> arguments) throws IOException;
    }

    private void run(int rounds, Report report) throws IOException {
        try (InputStream sample = CompileBenchmark.class.getResourceAsStream(SAMPLE)) {
            Files.copy(sample, directory.resolve(SAMPLE));
        }
        report.heading("Added time of javac, " + KERNELS + " kernels, three instruction sets");
        report.row("compiler", "without processor ms", "cold: added ms per kernel", "warm: added ms per kernel");
        report.row("---", "---:", "---:", "---:");
        measure("in one process", CompileBenchmark::compileHere, rounds, report);
        measure("a new process each", CompileBenchmark::compileInProcess, rounds, report);
    }

    /** Takes turns, as {@link Harness} does, and judges each mode by its shortest compilation. */
    private void measure(String name, Compilation compilation, int rounds, Report report) throws IOException {
        compile(compilation, Mode.WARM, 0);
        Map<Mode, Double> best = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (Mode mode : Mode.values()) {
                best.merge(mode, compile(compilation, mode, round), Math::min);
            }
        }
        double base = best.get(Mode.WITHOUT_PROCESSOR);
        report.row(
                name,
                Report.format("%.0f", base),
                Report.atMost((best.get(Mode.COLD) - base) / KERNELS, COLD_TARGET),
                Report.atMost((best.get(Mode.WARM) - base) / KERNELS, WARM_TARGET));
    }

    /** Compiles the sample once and returns the time in milliseconds. */
    private double compile(Compilation compilation, Mode mode, int round) throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        Path cache = directory.resolve(mode == Mode.COLD ? "cold-cache-" + round : "warm-cache");
        List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-classpath", classPath));
        if (mode == Mode.WITHOUT_PROCESSOR) {
            arguments.add("-proc:none");
        } else {
            arguments.addAll(List.of("-processorpath", classPath, "-Agraphkernel.cacheDir=" + cache));
        }
        arguments.add(directory.resolve(SAMPLE).toString());
        long start = System.nanoTime();
        compilation.run(arguments);
        double milliseconds = (System.nanoTime() - start) / 1e6;
        if (mode != Mode.WITHOUT_PROCESSOR && !(Files.exists(classes.resolve(STUB)) && Files.exists(cache))) {
            throw new IllegalStateException("the processor did not run: neither stub nor cached kernels appeared");
        }
        TemporaryDirectory.delete(classes);
        if (mode == Mode.COLD) {
            TemporaryDirectory.delete(cache);
        }
        return milliseconds;
    }

    private static void compileHere(List<String> arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = arguments.subList(0, arguments.size() - 1);
        File source = new File(arguments.get(arguments.size() - 1));
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean done = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            requireSuccess(done, messages.toString());
        }
    }

    private static void compileInProcess(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String messages = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            requireSuccess(process.waitFor() == 0, messages);
        } catch (InterruptedException e) {
            process.destroy();
            throw new IOException(e);
        }
    }

    private static void requireSuccess(boolean done, String messages) {
        if (!done) {
            throw new IllegalStateException("javac rejected the sample: " + messages);
        }
    }
}
