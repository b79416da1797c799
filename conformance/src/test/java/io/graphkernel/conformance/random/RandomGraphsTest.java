package io.graphkernel.conformance.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.graphkernel.conformance.CaseCalls;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.Shrinker.Failing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random graphs give on every target what the definitions of their ops say, and random losses have the gradients that plain Java
 * has in f64. The system properties {@code conformance.random.seed} and {@code conformance.random.graphs} choose others, and
 * {@code conformance.random.losses} how many losses.
 */
class RandomGraphsTest {

    private static final Path TARGET = Path.of(System.getProperty("conformance.directory", "target/conformance"));
    private static final long FIRST_SEED = Long.getLong("conformance.random.seed", 1_000_000);
    private static final int GRAPHS =
            Integer.getInteger("conformance.random.graphs", CaseCalls.isExhaustive() ? 10_000 : 40);
    private static final int LOSSES =
            Integer.getInteger("conformance.random.losses", CaseCalls.isExhaustive() ? 10_000 : 8);
    private static final int MOST_TRIALS = 10;
    /** Of so many graphs at least one is compared. */
    private static final int LEAST_CHECKED = 10;

    private static final Pattern CHECKED = Pattern.compile("([0-9]+) of them checked");
    private static final Pattern ON_ASCEND = Pattern.compile("on Ascend ([0-9]+) of ([0-9]+)");

    /** What one process runs: of many graphs ten classes, since a process gets fast with its first one. */
    private static final int GRAPHS_PER_PART = CaseCalls.isExhaustive() ? 10 * RandomGraphs.PROGRAMS_PER_CLASS : 20;

    /** A process compiles on one processor nearly all the time. */
    private static final int PROCESSES = 2;

    private static final ExecutorService PROCESSORS = Executors.newFixedThreadPool(PROCESSES);
    private static final Map<Part, Future<Ended>> RUNS = new LinkedHashMap<>();

    /**
     * Graphs that one process runs.
     *
     * @param number of the part, from 0
     * @param firstSeed of its first graph
     * @param count how many graphs
     * @param losses whether they are losses, of which gradients are taken
     */
    record Part(int number, long firstSeed, int count, boolean losses) {

        Path directory() {
            return TARGET.resolve("random-" + number);
        }

        @Override
        public String toString() {
            return (losses ? "losses of " : "") + "seeds " + firstSeed + " to " + (firstSeed + count - 1);
        }
    }

    /** How a process ended, and what it printed. */
    private record Ended(int status, String output) {

        /** How many graphs were compared. */
        int checked() {
            Matcher summary = CHECKED.matcher(output);
            assertThat(summary.find()).as(output).isTrue();
            return Integer.parseInt(summary.group(1));
        }

        /** Of the programs that are for Ascend, some run there. */
        void requireShareOnAscend() {
            Matcher summary = ON_ASCEND.matcher(output);
            assertThat(summary.find()).as(output).isTrue();
            int tried = Integer.parseInt(summary.group(2));
            assertThat(Integer.parseInt(summary.group(1))).as(output).isGreaterThanOrEqualTo(tried / LEAST_CHECKED);
        }

        boolean isCrash() {
            return status != RandomGraphs.RIGHT && status != RandomGraphs.WRONG;
        }
    }

    static List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        addParts(parts, GRAPHS, false);
        addParts(parts, LOSSES, true);
        return parts;
    }

    private static void addParts(List<Part> parts, int graphs, boolean losses) {
        for (int from = 0; from < graphs; from += GRAPHS_PER_PART) {
            parts.add(new Part(parts.size(), FIRST_SEED + from, Math.min(GRAPHS_PER_PART, graphs - from), losses));
        }
    }

    @BeforeAll
    static void start() {
        List<Part> parts = parts();
        // Losses take longest, and are not left for the end.
        Collections.reverse(parts);
        for (Part part : parts) {
            RUNS.put(
                    part,
                    PROCESSORS.submit(() -> run(
                            part,
                            "all",
                            String.valueOf(part.firstSeed()),
                            String.valueOf(part.count()),
                            String.valueOf(part.number()))));
        }
    }

    @AfterAll
    static void stop() {
        PROCESSORS.shutdownNow();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("parts")
    void everyTargetAgreesWithTheDefinitions(Part part) throws Exception {
        Ended ended = RUNS.get(part).get();
        if (ended.isCrash()) {
            Candidate candidate = Candidate.of(RandomGraphs.generator(part.losses()), Journal.seed(part.directory()));
            Failing crashing = new Failing(candidate, crash(ended));
            fail(ended.output() + "\n" + crashing + "\nthe smallest found: "
                    + new Shrinker((candidates, wanted) -> firstCrash(part, candidates), MOST_TRIALS).shrink(crashing));
        }
        if (ended.status() != RandomGraphs.RIGHT) {
            fail(ended.output());
        }
        // Losses without a determined gradient are left out: not nearly all.
        assertThat(ended.checked()).as(ended.output()).isGreaterThanOrEqualTo(part.count() / LEAST_CHECKED);
        ended.requireShareOnAscend();
    }

    private static Failure crash(Ended ended) {
        return new Failure(Failure.Kind.CRASH, null, null, "exit status " + ended.status());
    }

    /** Runs each candidate in a process of its own. */
    private static Optional<Failing> firstCrash(Part part, List<Candidate> candidates) {
        for (Candidate candidate : candidates) {
            List<String> arguments = new ArrayList<>(List.of("one", String.valueOf(candidate.seed())));
            candidate.path().forEach(step -> arguments.add(String.valueOf(step)));
            Ended ended = run(part, arguments.toArray(String[]::new));
            if (ended.isCrash()) {
                return Optional.of(new Failing(candidate, crash(ended)));
            }
        }
        return Optional.empty();
    }

    private static Ended run(Part part, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(TargetProcess.SHORT_LIVED);
        command.addAll(List.of(
                "-Dconformance.directory=" + part.directory(),
                "-D" + RandomGraphs.GRADIENTS + "=" + part.losses(),
                "-cp",
                System.getProperty("java.class.path"),
                RandomGraphs.class.getName()));
        Stream.of(arguments).forEach(command::add);
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
