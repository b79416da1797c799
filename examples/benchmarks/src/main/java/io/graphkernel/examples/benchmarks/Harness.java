package io.graphkernel.examples.benchmarks;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Times contestants against each other in one process. They take turns round by round, so that a change of the
 * machine's mood meets all of them, and each is judged by its best round: the median of the calls of the round in which
 * the machine disturbed it least.
 */
public final class Harness {
    private static final int MIN_CALLS = 3;
    private static final int MAX_CALLS = 100_000;

    /** Delay before a turn is repeated whose threads shared one core, and the maximum number of repetitions. */
    private static final long PAUSE_MILLISECONDS = 100;

    private static final int MAX_PAUSES = 600;

    private final int rounds;
    private final long warmUpNanoseconds;
    private final long slotNanoseconds;
    private final SharedCore core;
    private int pauses;

    /**
     * Creates a harness for contestants that use one thread.
     *
     * @param rounds number of turns of each contestant
     * @param warmUpNanoseconds untimed run at the start of a turn: long enough for the threads of the previous
     *     contestant to stop spinning, and for its own to start
     * @param slotNanoseconds timed run after it
     */
    public Harness(int rounds, long warmUpNanoseconds, long slotNanoseconds) {
        this(rounds, warmUpNanoseconds, slotNanoseconds, 1);
    }

    /**
     * Creates a harness for contestants that use several threads.
     *
     * @param rounds number of turns of each contestant
     * @param warmUpNanoseconds untimed run at the start of a turn
     * @param slotNanoseconds timed run after it
     * @param threads threads of each contestant: a turn in which they have only one core is repeated
     */
    public Harness(int rounds, long warmUpNanoseconds, long slotNanoseconds, int threads) {
        this.core = new SharedCore(threads);
        this.rounds = rounds;
        this.warmUpNanoseconds = warmUpNanoseconds;
        this.slotNanoseconds = slotNanoseconds;
    }

    /** One implementation; a call does its whole work. */
    public record Contestant(String name, Runnable call) {}

    /** The best-round median of each contestant's calls, in nanoseconds, by its name. */
    public Map<String, Double> measure(List<Contestant> contestants) {
        Map<String, Double> best = new LinkedHashMap<>();
        measureRounds(contestants).forEach((name, times) -> best.put(name, times.best()));
        return best;
    }

    /** The median of each contestant's calls in each round, by its name: of several with one name, that of the best. */
    public Map<String, Times> measureRounds(List<Contestant> contestants) {
        Map<String, double[]> medians = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Contestant contestant : contestants) {
                double[] times = medians.computeIfAbsent(contestant.name(), name -> none());
                times[round] = Math.min(times[round], turnOnAllCores(contestant.call()));
            }
        }
        Map<String, Times> timesByName = new LinkedHashMap<>();
        medians.forEach((name, times) -> timesByName.put(name, new Times(times)));
        return timesByName;
    }

    private double[] none() {
        double[] times = new double[rounds];
        Arrays.fill(times, Double.POSITIVE_INFINITY);
        return times;
    }

    /**
     * The times of a contestant.
     *
     * @param rounds the median of the calls of each round, in nanoseconds
     */
    public record Times(double[] rounds) {
        /** Returns the time of the least disturbed round. */
        public double best() {
            return Arrays.stream(rounds).min().orElseThrow();
        }

        /**
         * Returns the ratio to another contestant's times in the median round. A machine that gets slower for seconds
         * slows down both in a round, while the best rounds of the two may be of different moods.
         */
        public double over(Times other) {
            double[] ratios = ratios(other);
            return 0.5 * (ratios[(ratios.length - 1) / 2] + ratios[ratios.length / 2]);
        }

        /**
         * Returns the range of the ratios to another contestant's times, without the lowest and the highest eighth of
         * the rounds.
         */
        public double[] spreadOver(Times other) {
            double[] ratios = ratios(other);
            int outliers = ratios.length / 8;
            return new double[] {ratios[outliers], ratios[ratios.length - 1 - outliers]};
        }

        /** Returns the ratios of all rounds in ascending order. */
        private double[] ratios(Times other) {
            double[] ratios = new double[rounds.length];
            for (int round = 0; round < ratios.length; round++) {
                ratios[round] = rounds[round] / other.rounds[round];
            }
            Arrays.sort(ratios);
            return ratios;
        }
    }

    /** Returns the number of times a turn was repeated because its threads shared one core. */
    public int pauses() {
        return pauses;
    }

    private double turnOnAllCores(Runnable call) {
        double time = turn(call);
        while (pauses < MAX_PAUSES && core.isShared()) {
            pauses++;
            LockSupport.parkNanos(PAUSE_MILLISECONDS * 1_000_000);
            time = Math.min(time, turn(call));
        }
        return time;
    }

    private double turn(Runnable call) {
        long start = System.nanoTime();
        do {
            call.run();
        } while (System.nanoTime() - start < warmUpNanoseconds);

        double[] times = new double[64];
        int count = 0;
        start = System.nanoTime();
        long before = start;
        while (count < MIN_CALLS || (before - start < slotNanoseconds && count < MAX_CALLS)) {
            call.run();
            long after = System.nanoTime();
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
            }
            times[count++] = after - before;
            before = after;
        }
        Arrays.sort(times, 0, count);
        return 0.5 * (times[(count - 1) / 2] + times[count / 2]);
    }
}
