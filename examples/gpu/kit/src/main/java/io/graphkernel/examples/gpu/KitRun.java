package io.graphkernel.examples.gpu;

import io.graphkernel.doctor.Doctor;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs stages of the kit, one process after another, with a log and a time limit for each:
 * {@code KitRun OUT [stages] [device= scale= rounds= stride= steps= kit=]}.
 *
 * <p>The stages are {@code doctor}, {@code launch}, {@code conformance}, {@code rows}, {@code torch}, {@code gpt-f32},
 * {@code gpt-bf16} and {@code torch-gpt}, by default the first four. The rows of {@code torch} are compiled beside the other
 * stages and measured alone. System properties whose names begin with {@code graphkernel.} or {@code conformance.} are passed on.
 */
public final class KitRun {
    static final String DOCTOR = "doctor";
    static final String LAUNCH = "launch";
    static final String CONFORMANCE = "conformance";
    static final String ROWS = "rows";
    private static final String TORCH = "torch";
    private static final String TORCH_GPT = "torch-gpt";
    private static final String GPT = "gpt-";

    /** Time limits by stage, in the order of execution. */
    private static final Map<String, Duration> LIMITS = limits();

    /** The end of compilation in the log of {@link #TORCH}. */
    private static final String TORCH_COMPILED = "all compiled";
    /** The environment variable that names the file for which the measurements of {@link #TORCH} wait. */
    private static final String TORCH_START = "GO";

    private static final String DEVICE_PROPERTY = "graphkernel.device";
    private static final String PYTHON = "python3";

    /** Number of last lines printed of a log that has no rows. */
    private static final int MAX_TAIL_LINES = 12;

    private final Path out;
    private final KitSettings settings;
    private final Map<String, String> properties;
    private final PrintStream console;
    private final long start = System.nanoTime();

    /**
     * Creates a run.
     *
     * @param out directory of the logs
     * @param settings settings
     * @param properties system properties of the stages
     * @param console output for status lines
     */
    KitRun(Path out, KitSettings settings, Map<String, String> properties, PrintStream console) {
        this.out = out;
        this.settings = settings;
        this.properties = new TreeMap<>(properties);
        this.console = console;
    }

    private static Map<String, Duration> limits() {
        Map<String, Duration> limits = new LinkedHashMap<>();
        limits.put(DOCTOR, Duration.ofSeconds(60));
        limits.put(LAUNCH, Duration.ofSeconds(60));
        limits.put(CONFORMANCE, Duration.ofSeconds(180));
        limits.put(ROWS, Duration.ofSeconds(180));
        limits.put(TORCH, Duration.ofSeconds(330));
        limits.put(GPT + "f32", Duration.ofSeconds(60));
        limits.put(GPT + "bf16", Duration.ofSeconds(60));
        limits.put(TORCH_GPT, Duration.ofSeconds(180));
        return limits;
    }

    /**
     * Runs stages; exit status 1 if one fails, and 2 for invalid arguments.
     *
     * @param arguments as in the class description
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length == 0) {
            System.err.println("usage: KitRun OUT [stages] [settings]; stages: " + LIMITS.keySet());
            System.exit(2);
        }
        List<String> stages = new ArrayList<>();
        List<String> assignments = new ArrayList<>();
        for (String argument : Arrays.asList(arguments).subList(1, arguments.length)) {
            (LIMITS.containsKey(argument) ? stages : assignments).add(argument);
        }
        Map<String, String> properties = new TreeMap<>();
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("graphkernel.") || name.startsWith("conformance."))
                .forEach(name -> properties.put(name, System.getProperty(name)));
        KitSettings settings;
        try {
            settings = KitSettings.of(assignments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "; stages: " + LIMITS.keySet());
            System.exit(2);
            return;
        }
        if (stages.isEmpty()) {
            stages.addAll(List.of(DOCTOR, LAUNCH, CONFORMANCE, ROWS));
        }
        KitRun run = new KitRun(Path.of(arguments[0]), settings, properties, System.out);
        System.exit(run.run(stages) ? 0 : 1);
    }

    /**
     * Runs stages.
     *
     * @param stages names of stages
     * @return true if all have succeeded
     */
    boolean run(List<String> stages) throws IOException, InterruptedException {
        Files.createDirectories(out);
        boolean succeeded = true;
        Path torchStart = out.resolve("torch.start").toAbsolutePath();
        Files.deleteIfExists(torchStart);
        KitStage torch = stages.contains(TORCH) ? start(TORCH, Map.of(TORCH_START, torchStart.toString())) : null;
        try {
            for (String stage : LIMITS.keySet()) {
                if (!stages.contains(stage)) {
                    continue;
                }
                if (torch != null && stage.equals(ROWS)) {
                    torch.awaitLine(TORCH_COMPILED);
                }
                if (stage.equals(TORCH)) {
                    Files.createFile(torchStart);
                    succeeded &= finish(torch);
                } else {
                    succeeded &= finish(start(stage, Map.of()));
                }
            }
        } finally {
            if (torch != null) {
                torch.stop();
            }
        }
        return succeeded;
    }

    private KitStage start(String stage, Map<String, String> environment) throws IOException {
        return KitStage.start(stage, out, LIMITS.get(stage), environment, command(stage));
    }

    private boolean finish(KitStage stage) throws IOException, InterruptedException {
        int status = stage.await();
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        String result = status == KitStage.TIMED_OUT ? "time limit exceeded" : "exit status " + status;
        console.println("== " + seconds + " s: " + stage.name() + ": " + result);
        List<String> lines = stage.lines();
        List<String> rows = lines.stream()
                .filter(line -> line.matches("(ROW|LAUNCH|FAIL)\t.*"))
                .toList();
        (rows.isEmpty() ? lines.subList(Math.max(0, lines.size() - MAX_TAIL_LINES), lines.size()) : rows)
                .forEach(console::println);
        return status == 0;
    }

    private List<String> command(String stage) {
        String classPath = System.getProperty("java.class.path");
        Path kit = Path.of(settings.text("kit"));
        String device = settings.argument("device");
        return switch (stage) {
            case DOCTOR -> java(classPath, Doctor.class.getName());
            case LAUNCH -> java(classPath, LaunchBenchmark.class.getName(), device, settings.argument("scale"));
            case ROWS ->
                java(
                        classPath,
                        RowBenchmark.class.getName(),
                        device,
                        settings.argument("scale"),
                        settings.argument("rounds"));
            // The class is in the test classes of another module, which the normal class path does not have.
            case CONFORMANCE ->
                java(
                        classPath,
                        "io.graphkernel.conformance.ConformanceProgram",
                        "compiled",
                        ".*",
                        settings.text("stride"),
                        "0");
            case TORCH -> List.of(PYTHON, "-u", kit.resolve("torch_rows.py").toString());
            case TORCH_GPT -> List.of(PYTHON, "-u", kit.resolve("torch_gpt2.py").toString());
            default ->
                java(
                        kit.resolve(stage + ".jar") + File.pathSeparator + classPath,
                        "io.graphkernel.examples.gpt.TrainGpt2",
                        // Checkpoints have half a gigabyte: they are not results.
                        kit.resolve(stage + "-checkpoint").toString(),
                        kit.resolve("text.md").toString(),
                        "batch=4",
                        "length=256",
                        settings.argument("steps"),
                        "every=100000");
        };
    }

    private List<String> java(String classPath, String program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        Map<String, String> values = new LinkedHashMap<>();
        // By default JavaCPP limits native memory to the size of the heap.
        values.put("org.bytedeco.javacpp.maxBytes", "0");
        values.put("org.bytedeco.javacpp.maxPhysicalBytes", "0");
        values.put(DEVICE_PROPERTY, settings.text("device"));
        values.put("conformance.device", settings.text("device"));
        values.put("conformance.reuse", "true");
        values.put(
                "conformance.directory",
                Path.of(settings.text("kit")).resolve("conformance").toString());
        values.putAll(properties);
        values.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of("-cp", classPath, program));
        command.addAll(List.of(arguments));
        return command;
    }
}
