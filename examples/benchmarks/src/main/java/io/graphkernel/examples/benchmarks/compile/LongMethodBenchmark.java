package io.graphkernel.examples.benchmarks.compile;

import io.graphkernel.examples.benchmarks.Report;
import io.graphkernel.examples.benchmarks.TemporaryDirectory;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
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
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Benchmark of the compile time that the processor adds to javac, as a function of the number of ops of one method: a
 * new process for each compilation, all targets, with an empty build cache (cold) and with a full one (warm). Next to
 * them the launches, the functions that are compiled for them, and the bytes of the report. After that what a gradient
 * of a method adds to it. Another checkout may take turns.
 */
public final class LongMethodBenchmark {

    private static final String CLASS = "LongMethods";
    private static final List<Integer> SIZES = List.of(50, 200, 1000, 3000);
    private static final String TARGETS = "cpu,jvm,opencl,cuda";

    /** The argument that names the root of another checkout, which is built. */
    private static final String BEFORE = "before=";

    private static final int SMALL_OPS = 2;
    private static final int LAYERS = 46;
    private static final int GRADIENT_LAYERS = 12;
    /** A property of the example's build. */
    private static final Pattern GPT2_PROPERTY = Pattern.compile("<(gpt\\.[a-z.]+)>([^<]*)</");

    private static final int OFTEN = 9;
    private static final int SELDOM = 3;

    /** The times of one processor in seconds. */
    private record Times(List<Double> cold, List<Double> warm) {
        Times() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    /**
     * Measurements of a workload.
     *
     * @param without times without the processor
     * @param with times by checkout, this one first
     */
    private record Measured(List<Double> without, Map<Checkout, Times> with) {}

    private final Path directory;
    private final Report report;
    private final Checkout own;
    private final List<Checkout> checkouts;

    private LongMethodBenchmark(Path directory, Report report, List<Path> before) {
        this.directory = directory;
        this.report = report;
        this.own = Checkout.own(directory.resolve("own"));
        this.checkouts = new ArrayList<>(List.of(own));
        before.forEach(root -> checkouts.add(Checkout.before(root, directory.resolve("before"))));
    }

    /**
     * Prints the tables.
     *
     * @param arguments the numbers of ops, 50, 200, 1000 and 3000 if there are none; {@code before=} and the root of another
     *     checkout, of which the modules are built, to compare with
     */
    public static void main(String[] arguments) throws IOException {
        List<Path> before = Arrays.stream(arguments)
                .filter(argument -> argument.startsWith(BEFORE))
                .map(argument -> Path.of(argument.substring(BEFORE.length())))
                .toList();
        List<Integer> sizes = Arrays.stream(arguments)
                .filter(argument -> !argument.startsWith(BEFORE))
                .map(Integer::valueOf)
                .toList();
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (TemporaryDirectory directory = new TemporaryDirectory("long-method-benchmark")) {
            LongMethodBenchmark benchmark = new LongMethodBenchmark(directory.path(), new Report(out), before);
            benchmark.growth(sizes.isEmpty() ? SIZES : sizes);
            benchmark.gradients();
        }
    }

    private void growth(List<Integer> sizes) throws IOException {
        report.heading("javac with one method of n ops, targets " + TARGETS + ", a new process for each compilation");
        List<String> titles = new ArrayList<>(List.of("method", "ops", "without s"));
        checkouts.forEach(checkout -> titles.addAll(List.of(checkout.name() + "cold s", checkout.name() + "warm s")));
        titles.addAll(List.of("launches", "functions", "report KB"));
        head(titles);
        reportGrowth(workload(LongMethod.SMALL, SMALL_OPS, OFTEN));
        Workload layers = workload(LongMethod.LAYERS, LongMethod.layers(LAYERS), SELDOM);
        reportGrowth(layers.titled(LAYERS + " equal layers"));
        for (LongMethod method : LongMethod.GROWING) {
            for (int ops : sizes) {
                reportGrowth(workload(method, ops, 1));
            }
        }
        reportGrowth(gpt2("GPT-2's training step", LongMethodBenchmark::stepAlone));
        reportGrowth(gpt2("GPT-2's step, its parts and its logits", UnaryOperator.identity()));
    }

    /** The classes of the example. The build of the example fills a template, as here. */
    private Workload gpt2(String title, UnaryOperator<String> source) throws IOException {
        String classPackage = "io.graphkernel.examples.gpt";
        Path example = Checkout.ownRoot().resolve("examples/gpt");
        Path inPackage = Path.of(classPackage.replace('.', '/'));
        Path sources = example.resolve("src/main/java").resolve(inPackage);
        String compiled = Files.readString(
                example.resolve("src/main/templates").resolve(inPackage).resolve("Compiled.java"));
        Matcher property = GPT2_PROPERTY.matcher(Files.readString(example.resolve("pom.xml")));
        while (property.find()) {
            compiled = compiled.replace("${" + property.group(1) + "}", property.group(2));
        }
        Path written = Files.createDirectories(directory.resolve(title.replace(' ', '-')));
        List<Path> files = new ArrayList<>(List.of(Files.writeString(written.resolve("Compiled.java"), compiled)));
        for (String name : List.of("Gpt2.java", "Gpt2Training.java")) {
            String text = source.apply(Files.readString(sources.resolve(name)));
            files.add(Files.writeString(written.resolve(name), text));
        }
        return new Workload(title + ", cpu alone", files, classPackage + ".Gpt2Training", "trainStep", "cpu", 1);
    }

    /** Leaves only kernels that the training step calls. */
    private static String stepAlone(String source) {
        String alone = source;
        for (String method : List.of("Tensor logits(", "Tensor gradients(", "Tensor update(")) {
            alone = alone.replace("@GraphKernel\n    public static " + method, "public static " + method);
        }
        return alone;
    }

    private void gradients() throws IOException {
        report.heading("javac with one method, alone and with its gradient: what the processor adds");
        List<String> titles = new ArrayList<>(List.of("method", "ops"));
        checkouts.forEach(checkout -> titles.addAll(List.of(
                checkout.name() + "alone s",
                checkout.name() + "with gradient s",
                checkout.name() + "ratio",
                checkout.name() + "warm s")));
        head(titles);
        reportGradient(LongMethod.LAYER_NORM, SMALL_OPS);
        reportGradient(LongMethod.LAYERS, LongMethod.layers(1));
        reportGradient(LongMethod.LAYERS, LongMethod.layers(GRADIENT_LAYERS));
    }

    private void head(List<String> titles) {
        report.row(titles.toArray(String[]::new));
        List<String> columns = new ArrayList<>(Collections.nCopies(titles.size(), "---:"));
        columns.set(0, "---");
        report.row(columns.toArray(String[]::new));
    }

    private Workload workload(LongMethod method, int ops, int repetitions) throws IOException {
        return workload(method.title(), method.source(CLASS, ops, ""), repetitions);
    }

    private Workload workload(String title, String text, int repetitions) throws IOException {
        Path source = directory.resolve(CLASS + ".java");
        Files.writeString(source, text);
        return new Workload(title, List.of(source), CLASS, LongMethod.METHOD, TARGETS, repetitions);
    }

    private void reportGrowth(Workload workload) throws IOException {
        Measured measured = measure(workload);
        Properties manifest = own.manifest(workload);
        String method = "method." + workload.method() + ".";
        List<String> cells = new ArrayList<>(
                List.of(workload.title(), manifest.getProperty(method + "ops"), text(median(measured.without()))));
        for (Times times : measured.with().values()) {
            cells.addAll(List.of(text(median(times.cold())), text(median(times.warm()))));
        }
        cells.add(manifest.getProperty(method + "launches"));
        cells.add(manifest.getProperty("functions"));
        cells.add(Report.format("%.0f", own.reportBytes() / 1e3));
        report.row(cells.toArray(String[]::new));
    }

    private void reportGradient(LongMethod method, int ops) throws IOException {
        Measured alone = measure(workload(method, ops, SELDOM));
        String annotation = "(gradient = true)";
        Workload pair = workload(method.title(), method.source(CLASS, ops, annotation), SELDOM);
        Measured both = measure(pair);
        String forward = "method." + LongMethod.METHOD + ".ops";
        List<String> cells =
                new ArrayList<>(List.of(method.title(), own.manifest(pair).getProperty(forward)));
        for (Checkout checkout : checkouts) {
            double without = median(alone.without());
            double added = median(alone.with().get(checkout).cold()) - without;
            double addedByBoth = median(both.with().get(checkout).cold()) - without;
            double warm = median(both.with().get(checkout).warm()) - without;
            cells.addAll(List.of(text(added), text(addedByBoth), text(addedByBoth / added), text(warm)));
        }
        report.row(cells.toArray(String[]::new));
    }

    private Measured measure(Workload workload) throws IOException {
        List<Double> without = new ArrayList<>();
        Map<Checkout, Times> with = new LinkedHashMap<>();
        for (int i = 0; i < workload.repetitions(); i++) {
            for (Checkout checkout : checkouts) {
                Times times = with.computeIfAbsent(checkout, key -> new Times());
                checkout.forget();
                checkout.compile(workload).ifPresent(times.cold()::add);
                checkout.compile(workload).ifPresent(times.warm()::add);
            }
            own.compileWithout(workload).ifPresent(without::add);
        }
        if (with.get(own).warm().isEmpty()) {
            throw new IllegalStateException("javac rejects " + workload.title());
        }
        return new Measured(without, with);
    }

    /** Not a number if javac rejected each time. */
    private static double median(List<Double> seconds) {
        List<Double> sorted = seconds.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }

    private static String text(double seconds) {
        return Double.isNaN(seconds) ? "rejected" : Report.format("%.2f", seconds);
    }
}
