package io.graphkernel.examples.benchmarks.recurrence;

import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.Harness.Times;
import io.graphkernel.runtime.KernelThreads;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bytedeco.pytorch.global.torch;

/**
 * Time of a tanh RNN with its gradient, written as a loop in a kernel, against PyTorch: the same loop over eager ops with
 * autograd, and {@code rnn_tanh}, the function of {@code torch.nn.RNN}.
 *
 * <p>Prints a table of docs/bench/recurrences.md. Arguments are the numbers of threads, each of which is measured in its
 * own process; the default is one and two.
 */
public final class NetworkBenchmark {
    private static final int ROUNDS = 7;
    private static final long WARM_UP_NANOSECONDS = 100_000_000;
    private static final long SLOT_NANOSECONDS = 500_000_000;
    private static final long STEPS = 512;
    private static final long BATCH = 32;
    private static final long UNITS = 256;

    private NetworkBenchmark() {}

    /**
     * Prints the table.
     *
     * @param arguments numbers of threads
     */
    public static void main(String[] arguments) throws Exception {
        ChildProcess.runPerThreadCount(NetworkBenchmark.class, arguments, NetworkBenchmark::measure);
    }

    private static void measure(int threads) {
        KernelThreads.setCount(threads);
        torch.set_num_threads(threads);
        Harness harness = new Harness(ROUNDS, WARM_UP_NANOSECONDS, SLOT_NANOSECONDS, threads);
        System.out.println(
                "| products of the inputs, " + threads + " threads | forward ms | ours ms | eager ms | rnn ms"
                        + " | ours / eager | ours / rnn | difference |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        try (NetworkContest contest = new NetworkContest(STEPS, BATCH, UNITS)) {
            measure(harness, contest, "in the loop", contest.cell(), contest.cellForward(), contest.eagerCell());
            measure(
                    harness,
                    contest,
                    "before the loop",
                    contest.projected(),
                    contest.projectedForward(),
                    contest.eagerProjected());
        }
    }

    private static void measure(
            Harness harness, NetworkContest contest, String title, Runnable ours, Runnable forward, Runnable eager) {
        double difference = Math.max(contest.difference(ours, eager), contest.difference(ours, contest.function()));
        Map<String, Times> times = harness.measureRounds(List.of(
                new Contestant("ours", ours),
                new Contestant("eager", eager),
                new Contestant("rnn", contest.function()),
                new Contestant("forward", forward)));
        System.out.printf(
                Locale.ROOT,
                "| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.1e |%n",
                title,
                times.get("forward").best() / 1e6,
                times.get("ours").best() / 1e6,
                times.get("eager").best() / 1e6,
                times.get("rnn").best() / 1e6,
                times.get("ours").over(times.get("eager")),
                times.get("ours").over(times.get("rnn")),
                difference);
    }
}
