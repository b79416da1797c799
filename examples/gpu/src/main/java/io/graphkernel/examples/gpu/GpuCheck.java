package io.graphkernel.examples.gpu;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks and measures GraphKernel on a GPU: {@code GpuCheck [minutes] [--only part[,part]] [setting=value]}.
 *
 * <p>The parts run sequentially, each within its share of the remaining time. The results are written after each part, so
 * that a run that is stopped loses nothing. A part whose tool is missing is skipped, and a part that fails does not end the
 * run. System properties whose names begin with {@code graphkernel.} or {@code conformance.} are passed on.
 */
public final class GpuCheck {
    private static final int DEFAULT_MINUTES = 10;
    /** Share of the time of {@code --only rows} in which PyTorch compiles. */
    private static final double COMPILATION_SHARE = 0.4;

    private static final String ONLY = "--only";

    private final List<CheckPart> selected;
    private final Deadline deadline;
    private final CheckResults results;
    private final PrintStream console;
    private final ProcessParts processes;
    private final RowComparison comparison;
    private final ProfilePart profile;

    private GpuCheck(
            Set<CheckPart> selected,
            Duration limit,
            KitSettings settings,
            Map<String, String> properties,
            PrintStream console)
            throws IOException {
        this.selected = List.copyOf(selected);
        this.console = console;
        deadline = Deadline.after(limit);
        results = CheckResults.in(Path.of(settings.text("out")));
        KitCommands commands = new KitCommands(settings, properties);
        processes = new ProcessParts(commands, settings, results);
        comparison = new RowComparison(commands, settings, results);
        profile = new ProfilePart(commands, settings, results);
    }

    /**
     * Runs a check; exit status 1 if a part fails, and 2 for invalid arguments.
     *
     * @param arguments as in the class description
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<String, String> properties = new TreeMap<>();
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("graphkernel.") || name.startsWith("conformance."))
                .forEach(name -> properties.put(name, System.getProperty(name)));
        GpuCheck check;
        try {
            check = of(List.of(arguments), properties, System.out);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        System.exit(check.run() ? 0 : 1);
    }

    /**
     * Returns the check of a command line.
     *
     * @param arguments arguments
     * @param properties system properties of all programs
     * @param console output for status lines
     * @throws IllegalArgumentException if an argument is unknown
     */
    static GpuCheck of(List<String> arguments, Map<String, String> properties, PrintStream console) throws IOException {
        Set<CheckPart> selected = EnumSet.allOf(CheckPart.class);
        Duration limit = Duration.ofMinutes(DEFAULT_MINUTES);
        List<String> assignments = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals(ONLY) && i + 1 < arguments.size()) {
                i++;
                selected.clear();
                Arrays.stream(arguments.get(i).split(",")).map(CheckPart::of).forEach(selected::add);
            } else if (argument.matches("[1-9][0-9]{0,3}")) {
                limit = Duration.ofMinutes(Integer.parseInt(argument));
            } else {
                assignments.add(argument);
            }
        }
        return new GpuCheck(selected, limit, KitSettings.of(assignments), properties, console);
    }

    /** Runs the selected parts; returns true if none failed. */
    boolean run() throws IOException, InterruptedException {
        boolean succeeded = true;
        try (comparison) {
            processes.addMachine(console);
            for (CheckPart checkPart : selected) {
                succeeded &= run(checkPart);
            }
        }
        return succeeded;
    }

    private boolean run(CheckPart checkPart) throws IOException, InterruptedException {
        long start = System.nanoTime();
        String status = "ok";
        String reason = "";
        Deadline limit = deadline.share(checkPart.share(selected));
        if (deadline.isOver()) {
            status = "skipped";
            reason = "no time is left";
        } else {
            try {
                reason = run(checkPart, limit);
            } catch (SkippedPartException e) {
                status = "skipped";
                reason = e.getMessage();
            } catch (IOException e) {
                status = "failed";
                reason = e.getMessage();
            }
        }
        double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1e3;
        results.add("part", "name", checkPart.label(), "status", status, "seconds", seconds, "reason", reason);
        results.writeTable();
        console.println(checkPart.label() + ": " + status + (reason.isEmpty() ? "" : ": " + reason));
        return !status.equals("failed");
    }

    /** Runs a part; returns a remark. */
    private String run(CheckPart checkPart, Deadline limit)
            throws IOException, InterruptedException, SkippedPartException {
        return switch (checkPart) {
            case DOCTOR -> processes.doctor(limit);
            case ANSWERS -> processes.answers(limit);
            case LAUNCH -> processes.launch(limit);
            case COPY -> {
                comparison.measureCopy(limit);
                yield startPeer();
            }
            case CONFORMANCE -> processes.conformance(limit);
            case GRADIENTS -> processes.gradients(limit);
            case SANITIZER -> processes.sanitizer(limit);
            case ROWS -> compare(RowComparison.ROW_GROUPS, limit);
            case MATMULS -> compare(RowComparison.MATMUL_GROUPS, limit);
            case GPT -> processes.gpt(limit);
            case PROFILE -> {
                // Two processes that hold tensors would leave less memory for the profiled one.
                comparison.close();
                yield profile.run(limit);
            }
        };
    }

    /** Starts PyTorch's compilation, which runs during the conformance cases; returns the reason if it cannot. */
    private String startPeer() throws IOException, InterruptedException {
        if (selected.stream().noneMatch(checkPart -> checkPart == CheckPart.ROWS || checkPart == CheckPart.MATMULS)) {
            return "";
        }
        try {
            comparison.startPeer();
            return "";
        } catch (SkippedPartException e) {
            return "without PyTorch: " + e.getMessage();
        }
    }

    private String compare(List<String> groups, Deadline limit) throws IOException, InterruptedException {
        String remark = "";
        if (!selected.contains(CheckPart.COPY) && !comparison.hasPeer()) {
            remark = startPeer();
            // No other part runs while PyTorch compiles.
            comparison.awaitCompilation(limit.share(COMPILATION_SHARE));
        }
        comparison.hold(limit);
        int missing = comparison.measure(groups, limit);
        return missing == 0 ? remark : (remark + " kernels or groups without time: " + missing).strip();
    }
}
