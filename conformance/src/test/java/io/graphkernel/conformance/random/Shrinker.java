package io.graphkernel.conformance.random;

import java.util.List;
import java.util.Optional;

/** Makes a failing program smaller as long as it fails in the same way. */
final class Shrinker {

    private static final int CANDIDATES_AT_ONCE = 12;

    /** A candidate and its failure. */
    record Failing(Candidate candidate, Failure failure) {

        @Override
        public String toString() {
            return failure + "\nseed " + candidate.seed() + "\n" + candidate.program() + "\nsizes "
                    + candidate.program().bindings();
        }
    }

    /** Tells which of several candidates fails first. */
    @FunctionalInterface
    interface Trial {
        Optional<Failing> first(List<Candidate> candidates, Failure wanted);
    }

    private final Trial trial;
    private int trials;

    /**
     * A shrinker.
     *
     * @param trials the most trials, of some candidates each
     */
    Shrinker(Trial trial, int trials) {
        this.trial = trial;
        this.trials = trials;
    }

    /** The smallest candidate found. */
    Failing shrink(Failing failing) {
        Failing smallest = failing;
        Optional<Failing> next = smaller(smallest);
        while (next.isPresent()) {
            smallest = next.get();
            next = smaller(smallest);
        }
        return smallest;
    }

    private Optional<Failing> smaller(Failing failing) {
        List<Candidate> candidates = failing.candidate().smaller();
        for (int from = 0; from < candidates.size() && trials > 0; from += CANDIDATES_AT_ONCE) {
            trials--;
            int to = Math.min(from + CANDIDATES_AT_ONCE, candidates.size());
            Optional<Failing> found = trial.first(candidates.subList(from, to), failing.failure());
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }
}
