package io.graphkernel.conformance.random;

import io.graphkernel.conformance.AscendRefusal;
import io.graphkernel.conformance.CaseCalls;
import io.graphkernel.conformance.random.ProgramChecker.Target;
import io.graphkernel.conformance.random.Shrinker.Failing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The process that runs programs: a crash ends it alone. Its arguments are {@code all}, the first seed, the number
 * of seeds and the number of the process, from 0; or {@code one}, a seed, and the path to a smaller program.
 */
final class RandomGraphs {

    /** Exit statuses: every program is right; one is wrong. Others are crashes, as is a device that is lost. */
    static final int RIGHT = 0;

    static final int WRONG = 1;

    private static final int LOST = 2;

    static final int PROGRAMS_PER_CLASS = 50;
    private static final int MAX_SHRUNK = 3;
    private static final int MAX_TRIALS = 80;

    /** A system property: whether the programs are losses, of which gradients are taken. */
    static final String GRADIENTS = "conformance.random.gradients";

    private static final boolean DIFFERENTIATED = Boolean.getBoolean(GRADIENTS);

    private final ProgramGenerator generator = generator(DIFFERENTIATED);
    private final GradientReference reference = new GradientReference();
    private int checked;
    private int failed;
    private int shrunk;
    private int compilations;
    private int onAscend;
    /** Number of programs that Ascend rejects, by reason. */
    private final Map<String, Integer> rejected = new TreeMap<>();

    private long generating;
    private long compiling;
    private long running;

    static ProgramGenerator generator(boolean differentiated) {
        return new ProgramGenerator(CaseCalls.all(), differentiated);
    }

    public static void main(String[] arguments) {
        // Tensors are allocated on the host: an emulated GPU would be the default.
        System.setProperty("graphkernel.device", "cpu");
        RandomGraphs graphs = new RandomGraphs();
        long seed = Long.parseLong(arguments[1]);
        if (arguments[0].equals("all")) {
            graphs.runAll(seed, Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
        } else {
            List<Integer> path =
                    Stream.of(arguments).skip(2).map(Integer::valueOf).toList();
            graphs.failures(List.of(Candidate.of(graphs.generator, seed, path)), OtherDevices.all())
                    .forEach(System.out::println);
        }
        System.exit(graphs.failed == 0 ? RIGHT : WRONG);
    }

    private void runAll(long first, int count, int shard) {
        for (long from = first; from < first + count; from += PROGRAMS_PER_CLASS) {
            long start = System.nanoTime();
            List<Candidate> candidates = LongStream.range(from, Math.min(from + PROGRAMS_PER_CLASS, first + count))
                    .mapToObj(seed -> Candidate.of(generator, seed))
                    .toList();
            generating += System.nanoTime() - start;
            for (Failing failing :
                    failures(candidates, OtherDevices.ofClass(shard + (from - first) / PROGRAMS_PER_CLASS))) {
                System.out.println(failing);
                if (shrunk++ < MAX_SHRUNK) {
                    System.out.println("the smallest found: " + new Shrinker(this::first, MAX_TRIALS).shrink(failing));
                }
            }
        }
        System.out.printf(
                "%d graphs, %d of them checked, %d failed; generated in %d s, compiled in %d s, run in %d s%n",
                count, checked, failed, generating / 1_000_000_000, compiling / 1_000_000_000, running / 1_000_000_000);
        int tried = onAscend
                + rejected.values().stream().mapToInt(Integer::intValue).sum();
        System.out.printf("on Ascend %d of %d%n", onAscend, tried);
        rejected.forEach((reason, programs) -> System.out.println("not there " + programs + ": " + reason));
    }

    private List<Failing> failures(List<Candidate> candidates, Set<Target> others) {
        List<Failing> failures = new ArrayList<>();
        check(candidates, others, failing -> {
            failed++;
            failures.add(failing);
            return false;
        });
        return failures;
    }

    private Optional<Failing> first(List<Candidate> candidates, Failure wanted) {
        return check(
                candidates, OtherDevices.all(), failing -> failing.failure().isLike(wanted));
    }

    /** Gives the first failing candidate of a kind. */
    private Optional<Failing> check(List<Candidate> drawn, Set<Target> others, Predicate<Failing> condition) {
        long start = System.nanoTime();
        List<Candidate> candidates = determined(drawn);
        checked += candidates.size();
        List<Program> programs = candidates.stream().map(Candidate::program).toList();
        List<Program> unfused = candidates.stream()
                .filter(Candidate::hasUnfused)
                .map(Candidate::program)
                .toList();
        ProgramClasses classes = ProgramClasses.compile("classes" + compilations++, programs, unfused, others);
        classes.ascend().ifPresent(ascend -> count(programs, ascend));
        long compiled = System.nanoTime();
        compiling += compiled - start;
        try (ProgramChecker checker = new ProgramChecker(classes, others, reference)) {
            for (Candidate candidate : candidates) {
                Journal.note(candidate);
                Optional<Failing> found = checker.check(candidate.program())
                        .map(failure -> new Failing(candidate, failure))
                        .filter(condition);
                if (checker.hasLostADevice()) {
                    // Nothing runs there any more: this process is of no more use.
                    found.ifPresent(System.out::println);
                    System.exit(LOST);
                }
                if (found.isPresent()) {
                    return found;
                }
            }
        } finally {
            classes.delete();
            running += System.nanoTime() - compiled;
        }
        return Optional.empty();
    }

    private void count(List<Program> programs, ProgramClasses ascend) {
        onAscend += (int) programs.stream().filter(ascend::has).count();
        ascend.errors()
                .values()
                .forEach(error -> rejected.merge(AscendRefusal.reason(error).orElse(error), 1, Integer::sum));
    }

    /** Without the losses whose gradients jump. */
    private List<Candidate> determined(List<Candidate> candidates) {
        if (!DIFFERENTIATED) {
            return candidates;
        }
        List<Optional<Program>> programs =
                reference.determined(candidates.stream().map(Candidate::program).toList());
        List<Candidate> determined = new ArrayList<>();
        for (int i = 0; i < programs.size(); i++) {
            Candidate candidate = candidates.get(i);
            programs.get(i)
                    .ifPresent(program -> determined.add(new Candidate(candidate.seed(), candidate.path(), program)));
        }
        return determined;
    }
}
