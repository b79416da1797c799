package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.TrafficLimit;
import io.graphkernel.runtime.KernelThreads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Stopwatch for interleaved workloads and their traffic limit, for several numbers of threads. */
final class Stopwatch {
    private static final String OURS = "ours";

    private final Harness harness;
    private final Map<Integer, TrafficLimit> limits = new LinkedHashMap<>();

    Stopwatch(Harness harness, List<Integer> threads) {
        this.harness = harness;
        threads.forEach(count -> limits.put(count, new TrafficLimit(count)));
    }

    List<Integer> threads() {
        return List.copyOf(limits.keySet());
    }

    /**
     * Time of a kernel and its limit.
     *
     * @param time in nanoseconds
     * @param limit the time for its traffic alone
     */
    record Share(double time, double limit) {
        /** 1 for a kernel that takes no longer than its traffic. */
        double ofLimit() {
            return limit / time;
        }
    }

    /** A workload against the limit of its traffic, in the order of {@link #threads}. */
    List<Share> shares(Workload workload) {
        List<Share> shares = new ArrayList<>();
        limits.forEach((count, limit) -> {
            KernelThreads.setCount(count);
            List<Contestant> contestants = new ArrayList<>();
            contestants.add(workload.contestant(OURS));
            contestants.addAll(limit.contestants(workload.traffic()));
            Map<String, Double> times = harness.measure(contestants);
            double ours = times.remove(OURS);
            shares.add(
                    new Share(ours, times.values().stream().min(Double::compare).orElseThrow()));
        });
        return shares;
    }

    /** Returns the times of contestants in nanoseconds on a number of threads. */
    Map<String, Double> times(int threads, List<Contestant> contestants) {
        KernelThreads.setCount(threads);
        return harness.measure(contestants);
    }
}
