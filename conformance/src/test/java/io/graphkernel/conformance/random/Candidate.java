package io.graphkernel.conformance.random;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A program shrunk step by step from the program of a seed.
 *
 * @param seed seed of the first program
 * @param path index of the smaller program at each step, by which another process finds it
 */
record Candidate(long seed, List<Integer> path, Program program) {

    private static final int UNFUSED = 8;

    static Candidate of(ProgramGenerator generator, long seed) {
        return new Candidate(seed, List.of(), generator.draw("graph" + seed, seed));
    }

    /** The candidate at the end of a path. */
    static Candidate of(ProgramGenerator generator, long seed, List<Integer> path) {
        Candidate candidate = of(generator, seed);
        for (int step : path) {
            candidate = candidate.smaller().get(step);
        }
        return candidate;
    }

    /** Returns the programs that are one step smaller, the smallest first. */
    List<Candidate> smaller() {
        List<Program> programs = Smaller.than(program).stream()
                .filter(Candidate::isDetermined)
                .sorted(Comparator.comparingInt(smaller -> smaller.statements().size()))
                .toList();
        List<Candidate> candidates = new ArrayList<>();
        for (Program smaller : programs) {
            List<Integer> longer = new ArrayList<>(path);
            longer.add(candidates.size());
            candidates.add(new Candidate(seed, longer, smaller.named(program.name() + "_" + candidates.size())));
        }
        return candidates;
    }

    private static boolean isDetermined(Program program) {
        try {
            program.bindings().forEach(binding -> Evaluation.of(program, binding));
            return true;
        } catch (Unfit e) {
            return false;
        }
    }

    /** Some methods are also compiled without fusion. */
    boolean hasUnfused() {
        return seed % UNFUSED == 0;
    }
}
