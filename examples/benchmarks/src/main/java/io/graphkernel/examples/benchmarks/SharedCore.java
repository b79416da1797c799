package io.graphkernel.examples.benchmarks;

import io.graphkernel.runtime.internal.parallel.Scratch;
import io.graphkernel.runtime.internal.parallel.ThreadTeam;

/**
 * Detector of virtual processors that currently share a physical core. A host may schedule two of them on one core for
 * seconds: work on both takes up to twice the time then. The system does not report it: both processors look busy, and
 * no time looks stolen.
 */
public final class SharedCore {
    /** Number of independent multiplications that keep all units of a core busy. */
    private static final int STEPS = 100_000;

    private static final int TRIES = 3;

    /** Two threads on one core take twice the time of one, those on two cores the same. */
    private static final double SHARED = 1.5;

    private final ThreadTeam team;
    private final int threads;
    private final Scratch scratch = new Scratch();
    private volatile double result;

    /**
     * Creates the check for a number of threads.
     *
     * @param threads number of measuring threads; the result is unknown on a machine with more processors
     */
    public SharedCore(int threads) {
        this.threads = threads;
        boolean usesAll = threads > 1 && threads == Runtime.getRuntime().availableProcessors();
        this.team = usesAll ? new ThreadTeam(threads) : null;
    }

    /** Returns true if the threads have no more of the machine than one of them alone. Takes a millisecond or two. */
    public boolean isShared() {
        if (team == null) {
            return false;
        }
        double alone = Double.POSITIVE_INFINITY;
        double together = Double.POSITIVE_INFINITY;
        for (int i = 0; i < TRIES; i++) {
            long start = System.nanoTime();
            multiply(0, 0, 0, 1, 0);
            long middle = System.nanoTime();
            team.run(this::multiply, 0, 0, threads, 1, 0, threads, scratch);
            alone = Math.min(alone, middle - start);
            together = Math.min(together, System.nanoTime() - middle);
        }
        return together > SHARED * alone;
    }

    /** A {@link io.graphkernel.runtime.generated.jvm.RangeFunction}. */
    private void multiply(long kernel, long arguments, long begin, long end, long scratchAddress) {
        double factor = 0.999;
        for (long item = begin; item < end; item++) {
            double a = 1;
            double b = 2;
            double c = 3;
            double d = 4;
            double e = 5;
            double f = 6;
            double g = 7;
            double h = 8;
            for (int i = 0; i < STEPS; i++) {
                a = Math.fma(a, factor, factor);
                b = Math.fma(b, factor, factor);
                c = Math.fma(c, factor, factor);
                d = Math.fma(d, factor, factor);
                e = Math.fma(e, factor, factor);
                f = Math.fma(f, factor, factor);
                g = Math.fma(g, factor, factor);
                h = Math.fma(h, factor, factor);
            }
            result = a + b + c + d + e + f + g + h;
        }
    }
}
