package io.graphkernel.examples.gpt;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Breakdown of the time of steps by launch, as recorded by Flight Recorder. */
final class StepProfile {

    private static final String LAUNCH = "io.graphkernel.KernelLaunch";
    private static final String ARENA = "io.graphkernel.ArenaPlan";

    /** Launches that the table shows one by one. */
    private static final int SHOWN = 16;

    private final int steps;
    private final double nanoseconds;
    private final Map<String, Launches> launchesByName = new TreeMap<>();

    /** Launches of one name, in all steps together. */
    private static final class Launches {
        private final String name;
        private final boolean library;
        private int count;
        private double nanoseconds;
        private double bytes;

        Launches(String name, boolean library) {
            this.name = name;
            this.library = library;
        }
    }

    private StepProfile(int steps, double nanoseconds) {
        this.steps = steps;
        this.nanoseconds = nanoseconds;
    }

    /** Runs steps and records their launches. */
    static StepProfile of(Runnable step, int steps) throws IOException {
        long[] nanoseconds = new long[1];
        List<RecordedEvent> launches = recorded(LAUNCH, () -> {
            long begin = System.nanoTime();
            for (int i = 0; i < steps; i++) {
                step.run();
            }
            nanoseconds[0] = System.nanoTime() - begin;
        });
        StepProfile profile = new StepProfile(steps, nanoseconds[0]);
        launches.forEach(profile::add);
        return profile;
    }

    /** Runs the first step of some dims, and returns the size of its arena compared with the live bytes. */
    static String arenaOf(Runnable step) throws IOException {
        return recorded(ARENA, step).stream()
                .map(event -> String.format(
                        Locale.ROOT,
                        "%.1f MB, %.3f of what lives at the same time",
                        event.getLong("bytes") / 1e6,
                        (double) event.getLong("bytes") / event.getLong("bound")))
                .findFirst()
                .orElse("planned before");
    }

    private static List<RecordedEvent> recorded(String event, Runnable call) throws IOException {
        Path file = Files.createTempFile("step", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(event).withThreshold(Duration.ZERO);
            recording.start();
            call.run();
            recording.stop();
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(recorded -> recorded.getEventType().getName().equals(event))
                    .toList();
        } finally {
            Files.delete(file);
        }
    }

    private void add(RecordedEvent event) {
        // Library calls have no class of their own.
        boolean library = event.getString("owner").isEmpty();
        Launches launches =
                launchesByName.computeIfAbsent(event.getString("kernel"), name -> new Launches(name, library));
        launches.count++;
        launches.nanoseconds += event.getDuration().toNanos();
        launches.bytes += event.getLong("bytes");
    }

    /** Prints the share of products, other library calls, kernels and of what is none of them, and the longest launches. */
    void print(PrintStream out, StepBound bound) {
        out.printf("%n| launches of a step | number | ms | share | MB | at the copy's speed ms | over that |%n");
        out.printf("| --- | ---: | ---: | ---: | ---: | ---: | ---: |%n");
        List<Launches> longest = new ArrayList<>(launchesByName.values());
        longest.sort(Comparator.comparingDouble(launches -> -launches.nanoseconds));
        Launches products = sum("all products", longest, launches -> launches.name.startsWith("MatMul"));
        Launches others = sum(
                "other library calls", longest, launches -> launches.library && !launches.name.startsWith("MatMul"));
        Launches kernels = sum("all kernels", longest, launches -> !launches.library);
        row(out, products, bound);
        row(out, others, bound);
        row(out, kernels, bound);
        double outside = nanoseconds - products.nanoseconds - others.nanoseconds - kernels.nanoseconds;
        out.printf(
                "| outside of launches | | %.2f | %.1f %% | | | |%n",
                outside / steps / 1e6, 100 * outside / nanoseconds);
        longest.stream().limit(SHOWN).forEach(launches -> row(out, launches, bound));
    }

    private static Launches sum(String name, List<Launches> profiles, Predicate<Launches> counted) {
        Launches sum = new Launches(name, false);
        profiles.stream().filter(counted).forEach(launches -> {
            sum.count += launches.count;
            sum.nanoseconds += launches.nanoseconds;
            sum.bytes += launches.bytes;
        });
        return sum;
    }

    private void row(PrintStream out, Launches launches, StepBound bound) {
        double atCopy = bound.nanoseconds(launches.bytes);
        out.printf(
                "| %s | %d | %.2f | %.1f %% | %.1f | %.2f | %.2f |%n",
                launches.name,
                launches.count / steps,
                launches.nanoseconds / steps / 1e6,
                100 * launches.nanoseconds / nanoseconds,
                launches.bytes / steps / 1e6,
                atCopy / steps / 1e6,
                launches.nanoseconds / atCopy);
    }
}
