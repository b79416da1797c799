package io.graphkernel.conformance.random;

import static org.assertj.core.api.Assertions.fail;

import io.graphkernel.conformance.CaseForms;
import io.graphkernel.conformance.random.Shrinker.Failing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random graphs give on every target what the definitions of their ops say. The system properties
 * {@code conformance.random.seed} and {@code conformance.random.graphs} choose others.
 */
class RandomGraphsTest {

    private static final long FIRST_SEED = Long.getLong("conformance.random.seed", 1_000_000);
    private static final int GRAPHS =
            Integer.getInteger("conformance.random.graphs", CaseForms.isExhaustive() ? 10_000 : 200);
    private static final int MOST_TRIALS = 10;

    /** How a process ended, and what it printed. */
    private record Ended(int status, String output) {

        boolean isCrash() {
            return status != RandomGraphs.RIGHT && status != RandomGraphs.WRONG;
        }
    }

    @Test
    void everyTargetAgreesWithTheDefinitions() {
        Ended ended = run("all", String.valueOf(FIRST_SEED), String.valueOf(GRAPHS));
        if (ended.isCrash()) {
            Candidate candidate = Candidate.of(new ProgramGenerator(CaseForms.all()), Journal.seed());
            Failing crashing = new Failing(candidate, crash(ended));
            fail(ended.output() + "\n" + crashing + "\nthe smallest found: "
                    + new Shrinker(RandomGraphsTest::firstCrash, MOST_TRIALS).shrink(crashing));
        }
        if (ended.status() != RandomGraphs.RIGHT) {
            fail(ended.output());
        }
    }

    private static Failure crash(Ended ended) {
        return new Failure(Failure.Kind.CRASH, null, null, "exit status " + ended.status());
    }

    /** Runs each candidate in a process of its own. */
    private static Optional<Failing> firstCrash(List<Candidate> candidates, Failure wanted) {
        for (Candidate candidate : candidates) {
            List<String> arguments = new ArrayList<>(List.of("one", String.valueOf(candidate.seed())));
            candidate.path().forEach(step -> arguments.add(String.valueOf(step)));
            Ended ended = run(arguments.toArray(String[]::new));
            if (ended.isCrash()) {
                return Optional.of(new Failing(candidate, crash(ended)));
            }
        }
        return Optional.empty();
    }

    private static Ended run(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dconformance.directory=" + System.getProperty("conformance.directory", "target/conformance"),
                "-cp",
                System.getProperty("java.class.path"),
                RandomGraphs.class.getName()));
        Stream.of(arguments).forEach(command::add);
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            // PoCL compiles each kernel in a quarter of the time.
            builder.environment().put("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable");
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
