package io.graphkernel.conformance.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.Shrinker.Failing;
import io.graphkernel.testing.TestTier;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random graphs give on every target what the definitions of their ops say, and random losses have the gradients that plain Java
 * has in f64. The system properties {@code conformance.random.seed} and {@code conformance.random.graphs} choose others, and
 * {@code conformance.random.losses} how many losses.
 */
@Tag("slow")
@Tag("process")
@Tag("sampled")
class RandomGraphsTest {

    private static final Path TARGET = Path.of(System.getProperty("conformance.directory", "target/conformance"));
    private static final long FIRST_SEED = Long.getLong("conformance.random.seed", 1_000_000);
    private static final int GRAPHS =
            Integer.getInteger("conformance.random.graphs", TestTier.isExhaustive() ? 10_000 : 40);
    private static final int LOSSES =
            Integer.getInteger("conformance.random.losses", TestTier.isExhaustive() ? 10_000 : 8);
    private static final int MAX_TRIALS = 10;
    /** Stride of the graphs of which at least one is compared. */
    private static final int MIN_CHECKED = 10;

    private static final Pattern CHECKED = Pattern.compile("([0-9]+) of them checked");
    private static final Pattern ON_ASCEND = Pattern.compile("on Ascend ([0-9]+) of ([0-9]+)");

    /** Number of graphs per process: ten classes in a long run, since a process is slow at its first one. */
    private static final int GRAPHS_PER_PART = TestTier.isExhaustive() ? 10 * RandomGraphs.PROGRAMS_PER_CLASS : 20;

    /** A process compiles on one processor nearly all the time. */
    private static final int PROCESSES = 2;

    private static final ExecutorService PROCESSORS = Executors.newFixedThreadPool(PROCESSES);
    private static final Map<Part, Future<Ended>> RUNS = new LinkedHashMap<>();

    /**
     * Graphs that one process runs.
     *
     * @param number index of the partition, from 0
     * @param firstSeed seed of its first graph
     * @param count number of graphs
     * @param losses true if they are losses, whose gradients are taken
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

    /** Exit status and output of a process. */
    private record Ended(int status, String output) {

        /** Returns the number of compared graphs. */
        int checked() {
            Matcher summary = CHECKED.matcher(output);
            assertThat(summary.find()).as(output).isTrue();
            return Integer.parseInt(summary.group(1));
        }

        /** Requires that some of the programs for Ascend run there. */
        void requireShareOnAscend() {
            Matcher summary = ON_ASCEND.matcher(output);
            assertThat(summary.find()).as(output).isTrue();
            int tried = Integer.parseInt(summary.group(2));
            assertThat(Integer.parseInt(summary.group(1))).as(output).isGreaterThanOrEqualTo(tried / MIN_CHECKED);
        }

        boolean isCrash() {
            return status != RandomGraphs.RIGHT && status != RandomGraphs.WRONG;
        }
    }

    static List<Part> parts() {
        List<Part> shards = new ArrayList<>();
        addParts(shards, GRAPHS, false);
        addParts(shards, LOSSES, true);
        return shards;
    }

    private static void addParts(List<Part> shards, int graphs, boolean losses) {
        for (int from = 0; from < graphs; from += GRAPHS_PER_PART) {
            shards.add(new Part(shards.size(), FIRST_SEED + from, Math.min(GRAPHS_PER_PART, graphs - from), losses));
        }
    }

    @BeforeAll
    static void start() {
        List<Part> shards = parts();
        // Losses take longest, and are not left for the end.
        Collections.reverse(shards);
        for (Part shard : shards) {
            RUNS.put(
                    shard,
                    PROCESSORS.submit(() -> run(
                            shard,
                            "all",
                            String.valueOf(shard.firstSeed()),
                            String.valueOf(shard.count()),
                            String.valueOf(shard.number()))));
        }
    }

    @AfterAll
    static void stop() {
        PROCESSORS.shutdownNow();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("parts")
    void everyTarget_agreesWithTheDefinitions(Part shard) throws Exception {
        Ended ended = RUNS.get(shard).get();
        if (ended.isCrash()) {
            Candidate candidate = Candidate.of(RandomGraphs.generator(shard.losses()), Journal.seed(shard.directory()));
            Failing crashing = new Failing(candidate, crash(ended));
            fail(ended.output() + "\n" + crashing + "\nthe smallest found: "
                    + new Shrinker((candidates, wanted) -> firstCrash(shard, candidates), MAX_TRIALS).shrink(crashing));
        }
        if (ended.status() != RandomGraphs.RIGHT) {
            fail(ended.output());
        }
        // Losses without a determined gradient are left out: not nearly all.
        assertThat(ended.checked()).as(ended.output()).isGreaterThanOrEqualTo(shard.count() / MIN_CHECKED);
        ended.requireShareOnAscend();
    }

    private static Failure crash(Ended ended) {
        return new Failure(Failure.Kind.CRASH, null, null, "exit status " + ended.status());
    }

    /** Runs each candidate in a process of its own. */
    private static Optional<Failing> firstCrash(Part shard, List<Candidate> candidates) {
        for (Candidate candidate : candidates) {
            List<String> arguments = new ArrayList<>(List.of("one", String.valueOf(candidate.seed())));
            candidate.path().forEach(step -> arguments.add(String.valueOf(step)));
            Ended ended = run(shard, arguments.toArray(String[]::new));
            if (ended.isCrash()) {
                return Optional.of(new Failing(candidate, crash(ended)));
            }
        }
        return Optional.empty();
    }

    private static Ended run(Part shard, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(TargetProcess.SHORT_LIVED);
        command.addAll(List.of(
                "-Dconformance.directory=" + shard.directory(),
                "-D" + RandomGraphs.GRADIENTS + "=" + shard.losses(),
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
