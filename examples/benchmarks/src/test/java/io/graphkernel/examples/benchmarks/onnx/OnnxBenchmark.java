package io.graphkernel.examples.benchmarks.onnx;

import ai.onnxruntime.OrtSession;
import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.NamedSettings;
import io.graphkernel.examples.benchmarks.Report;
import io.graphkernel.examples.benchmarks.TemporaryDirectory;
import io.graphkernel.runtime.KernelThreads;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Benchmark of ONNX models against ONNX Runtime: call times, interleaved in one process; the first result of a new
 * process with its memory; and the compile time.
 */
public final class OnnxBenchmark {
    private static final String USAGE =
            "arguments, with their defaults:  models=minilm,bge,quantized (also cls,rec,det)  folder=. (with the files"
                    + " of the last three)  batches=1,16  sequences=16,128,512  threads=2  rounds=5  slot=300"
                    + " (milliseconds)";

    private static final double MAX_APART = 1e-4;

    /** Required speed-up for language and vision models. */
    private static final OptionalDouble FASTER = OptionalDouble.of(0.9);

    private static final OptionalDouble AS_FAST = OptionalDouble.of(1.1);

    private final NamedSettings settings;
    private final Report report;
    private final Path directory;

    private OnnxBenchmark(NamedSettings settings, Report report) {
        this.settings = settings;
        this.report = report;
        this.directory = Path.of(settings.text("classes"));
    }

    /** Runs the benchmark with the arguments of the usage text. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("models", "minilm,bge,quantized");
        defaults.put("folder", ".");
        defaults.put("batches", "1,16");
        defaults.put("sequences", "16,128,512");
        defaults.put("threads", "2");
        defaults.put("rounds", "5");
        defaults.put("slot", "300");
        defaults.put("classes", "");
        if (ChildProcess.isThis()) {
            new OnnxBenchmark(NamedSettings.read(defaults, arguments, USAGE, out), new Report(out)).calls();
            System.exit(0);
        }
        try (TemporaryDirectory classes = new TemporaryDirectory("onnx-benchmark")) {
            String[] with = Arrays.copyOf(arguments, arguments.length + 1);
            with[arguments.length] = "classes=" + classes.path();
            NamedSettings settings = NamedSettings.read(defaults, with, USAGE, out);
            OnnxBenchmark benchmark = new OnnxBenchmark(settings, new Report(out));
            benchmark.compilations();
            benchmark.firstResults();
            int status = settings.startProcesses(OnnxBenchmark.class);
            if (status != 0) {
                throw new IOException("a process ended with " + status);
            }
        }
    }

    private List<Model> models() {
        return settings.items("models").stream()
                .map(name -> Model.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
    }

    private Path folder() {
        return Path.of(settings.text("folder")).toAbsolutePath();
    }

    private Compilation compilation() {
        return new Compilation(directory, folder());
    }

    private void compilations() throws IOException {
        report.heading("Compilation for the CPU");
        report.row("model", "with an empty build cache s", "again s");
        report.row("---", "---:", "---:");
        for (Model model : models()) {
            double cold = compilation().run(model);
            report.row(
                    model.interfaceName(),
                    Report.format("%.1f", cold),
                    Report.format("%.1f", compilation().run(model)));
        }
    }

    private void firstResults() throws IOException, InterruptedException {
        report.heading("The first result of a new process");
        report.row("model", "ours ms", "their session ms", "their result ms", "our memory MB", "theirs MB");
        report.row("---", "---:", "---:", "---:", "---:", "---:");
        for (Model model : models()) {
            String[] ours = first(model, "ours");
            String[] theirs = first(model, "theirs");
            report.row(model.interfaceName(), ours[1], theirs[0], theirs[1], ours[2], theirs[2]);
        }
    }

    /** The best of three. */
    private String[] first(Model model, String who) throws IOException, InterruptedException {
        String dims = Arrays.stream(
                        model.dims(List.of("1"), settings.items("sequences")).get(0))
                .mapToObj(Long::toString)
                .collect(Collectors.joining("x"));
        String[] best = {};
        for (int round = 0; round < 3; round++) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-classpath",
                            System.getProperty("java.class.path"),
                            FirstResult.class.getName(),
                            model.name(),
                            who,
                            folder().toString(),
                            directory.toString(),
                            settings.items("threads").get(0),
                            dims)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String line = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("no first result of " + model);
            }
            String[] numbers = line.strip().split(" ");
            if (best.length == 0 || Double.parseDouble(numbers[1]) < Double.parseDouble(best[1])) {
                best = numbers;
            }
        }
        return best;
    }

    private void calls() throws Exception {
        int threads = settings.number("threads");
        KernelThreads.setCount(threads);
        report.heading("Calls, threads: " + threads);
        report.row("model", "inputs", "ours ms", "ONNX Runtime ms", "ours/theirs", "apart");
        report.row("---", "---", "---:", "---:", "---:", "---:");
        for (Model model : models()) {
            try (OrtSession session = ModelContest.session(model.bytes(folder()), threads)) {
                Method method =
                        compilation().method(model, session.getInputNames().size());
                for (long[] dims : model.dims(settings.items("batches"), settings.items("sequences"))) {
                    measure(model, method, session, dims, threads);
                }
            }
        }
    }

    private void measure(Model model, Method method, OrtSession session, long[] dims, int threads) throws Exception {
        long slot = settings.number("slot") * 1_000_000L;
        try (ModelContest contest = new ModelContest(method, session, model, dims)) {
            double apart = contest.difference();
            if (!(apart < MAX_APART) && model != Model.QUANTIZED) {
                throw new IllegalStateException(model + " " + Arrays.toString(dims) + ": results differ by " + apart);
            }
            List<Contestant> both = new ArrayList<>(
                    List.of(new Contestant("ours", contest::ours), new Contestant("theirs", contest::theirs)));
            Map<String, Double> times = new Harness(settings.number("rounds"), slot / 2, slot, threads).measure(both);
            report.row(
                    model.interfaceName(),
                    Arrays.toString(dims),
                    Report.format("%.2f", times.get("ours") / 1e6),
                    Report.format("%.2f", times.get("theirs") / 1e6),
                    Report.atMost(times.get("ours") / times.get("theirs"), model.isText() ? FASTER : AS_FAST),
                    Report.format("%.1e", apart));
        }
    }
}
