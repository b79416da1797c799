package io.graphkernel.examples.gpu;

import io.graphkernel.doctor.Doctor;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The parts that run a program and read its output. */
final class ProcessParts {
    private static final int MAX_FAILURES = 20;
    /** Exit status of the sanitizer if it finds an error. */
    private static final int SANITIZER_ERROR = 99;
    /** Number of conformance slices in one sample for the sanitizer: it slows kernels down by a factor of ten and more. */
    private static final int SANITIZER_DIVISOR = 8;

    private static final Pattern COUNTS = Pattern.compile("(\\d+) (?:cases|gradients), (\\d+) (?:failed|wrong)");

    // The classes are in the test classes of another module, which the main class path does not have.
    private static final String CONFORMANCE = "io.graphkernel.conformance.ConformanceProgram";
    private static final String GRADIENTS = "io.graphkernel.conformance.gradient.TableGradientsProgram";

    private final KitCommands commands;
    private final KitSettings settings;
    private final CheckResults results;

    ProcessParts(KitCommands commands, KitSettings settings, CheckResults results) {
        this.commands = commands;
        this.settings = settings;
        this.results = results;
    }

    /** Records driver and libraries, and sets the path of cuBLASLt. */
    void addMachine(PrintStream console) throws IOException, InterruptedException {
        results.add(
                "machine", "property", "date", "value", java.time.Instant.now().toString());
        try {
            List<String> query = List.of(
                    KitCommands.tool("nvidia-smi"),
                    "--query-gpu=name,driver_version,memory.total,clocks.max.sm,clocks.max.memory",
                    "--format=csv,noheader");
            for (String line : output("driver", query, Duration.ofSeconds(20)).lines()) {
                results.add("machine", "property", "GPU", "value", line);
            }
        } catch (SkippedPartException e) {
            results.add("machine", "property", "GPU", "value", e.getMessage());
        }
        if (!commands.hasProperty(CublasLibrary.PROPERTY)) {
            CublasLibrary.find().ifPresent(file -> commands.addProperty(CublasLibrary.PROPERTY, file.toString()));
        }
        console.println("results: " + results.directory());
    }

    /** Runs the doctor with its self-test; other devices may not be completed in the time. */
    String doctor(Deadline limit) throws IOException, InterruptedException {
        PartProcess process = output("doctor", commands.java(Doctor.class.getName()), limit.remaining());
        String device = settings.text("device") + " ";
        for (String line : process.lines()) {
            if (line.startsWith(device)) {
                results.add("machine", "property", "self-test", "value", line);
                if (process.status() == PartProcess.TIMED_OUT && line.endsWith(": ok")) {
                    return "no time for the self-test of other devices";
                }
            }
        }
        return require(process);
    }

    /** Runs the kernels with known results. */
    String answers(Deadline limit) throws IOException, InterruptedException {
        return require(output(
                "answers",
                commands.java(KnownAnswers.class.getName(), settings.argument("device")),
                limit.remaining()));
    }

    /** Measures launches. */
    String launch(Deadline limit) throws IOException, InterruptedException {
        PartProcess process = output(
                "launch",
                commands.java(LaunchBenchmark.class.getName(), settings.argument("device"), settings.argument("scale")),
                limit.remaining());
        for (String line : process.lines()) {
            String[] cells = line.split("\t");
            if (cells[0].equals("LAUNCH")) {
                results.add("launch", "quantity", cells[1], "microseconds", Double.valueOf(cells[2]));
            }
        }
        return require(process);
    }

    /** Runs slices of the conformance cases until the time is over. */
    String conformance(Deadline limit) throws IOException, InterruptedException {
        int slices = settings.number("slices");
        Duration longest = Duration.ZERO;
        for (int slice = 0; slice < slices; slice++) {
            if (limit.remaining().compareTo(longest) <= 0) {
                return slice + " of " + slices + " slices in the time";
            }
            long start = System.nanoTime();
            run("conformance", slice, limit, conformanceCommand(slices, slice));
            Duration time = Duration.ofNanos(System.nanoTime() - start);
            longest = time.compareTo(longest) > 0 ? time : longest;
        }
        return "";
    }

    private List<String> conformanceCommand(int slices, int slice) {
        return commands.java(CONFORMANCE, "compiled", ".*", Integer.toString(slices), Integer.toString(slice));
    }

    /** Runs the compiled gradients of the op table. */
    String gradients(Deadline limit) throws IOException, InterruptedException {
        String classes = commands.file("conformance/table-gradients/part0").toString();
        run("gradients", 0, limit, commands.javaBefore(classes, GRADIENTS, "0"));
        return "";
    }

    private void run(String suite, int slice, Deadline limit, List<String> command)
            throws IOException, InterruptedException {
        String name = suite + "-" + slice;
        PartProcess process = output(name, command, limit.remaining());
        List<String> lines = process.lines();
        Matcher counts = COUNTS.matcher(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
        if (!counts.matches()) {
            throw new IOException(name + " did not complete: " + status(process));
        }
        int failed = Integer.parseInt(counts.group(2));
        results.add(
                "conformance",
                "suite",
                suite,
                "slice",
                slice,
                "cases",
                Integer.valueOf(counts.group(1)),
                "failed",
                failed);
        for (String line : lines.subList(0, Math.min(lines.size() - 1, MAX_FAILURES))) {
            results.add("failure", "part", suite, "message", line);
        }
        if (failed > 0) {
            throw new IOException(failed + " failed in " + name);
        }
    }

    /** Runs a sample of the conformance cases under the tools that find invalid accesses and races. */
    String sanitizer(Deadline limit) throws IOException, InterruptedException, SkippedPartException {
        String sanitizer = KitCommands.tool("compute-sanitizer");
        List<String> tools = List.of("memcheck", "racecheck");
        for (int i = 0; i < tools.size(); i++) {
            List<String> command = new ArrayList<>(List.of(
                    sanitizer,
                    "--tool",
                    tools.get(i),
                    "--target-processes",
                    "all",
                    "--error-exitcode",
                    Integer.toString(SANITIZER_ERROR)));
            command.addAll(conformanceCommand(SANITIZER_DIVISOR * settings.number("slices"), i));
            Deadline share = limit.share(1.0 / (tools.size() - i));
            PartProcess process = output(tools.get(i), command, share.remaining());
            if (process.status() == SANITIZER_ERROR) {
                throw new IOException(tools.get(i) + " found errors: see the log");
            }
            if (process.status() != 0) {
                return tools.get(i) + ": " + status(process);
            }
        }
        return "";
    }

    /** Measures training steps of GPT-2, and compares their losses with PyTorch's. */
    String gpt(Deadline limit) throws IOException, InterruptedException, SkippedPartException {
        List<String> remarks = new ArrayList<>();
        List<String> dtypes = Stream.of("f32", "bf16")
                .filter(dtype -> Files.exists(GptPart.classes(commands, dtype)))
                .toList();
        if (dtypes.isEmpty()) {
            throw new SkippedPartException("this kit has no GPT-2");
        }
        for (int i = 0; i < dtypes.size(); i++) {
            GptPart training = new GptPart(commands, settings, results, dtypes.get(i));
            remarks.add(training.run(limit.share(1.0 / (dtypes.size() - i))));
        }
        remarks.removeIf(String::isEmpty);
        return String.join("; ", remarks);
    }

    private PartProcess output(String name, List<String> command, Duration limit)
            throws IOException, InterruptedException {
        Path log = results.directory();
        Files.createDirectories(log);
        PartProcess process = PartProcess.start(name, log, limit, Map.of(), command);
        process.await();
        return process;
    }

    private static String require(PartProcess process) throws IOException {
        if (process.status() != 0) {
            throw new IOException(process.name() + ": " + status(process));
        }
        return "";
    }

    /** Returns a description of the end of a process. */
    static String status(PartProcess process) throws IOException {
        if (process.status() == PartProcess.TIMED_OUT) {
            return "time limit exceeded";
        }
        List<String> lines = process.lines();
        return "exit status " + process.status() + (lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1));
    }
}
