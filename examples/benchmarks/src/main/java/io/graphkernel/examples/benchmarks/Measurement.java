package io.graphkernel.examples.benchmarks;

import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.onednn.OneDnn;
import io.graphkernel.examples.benchmarks.onednn.OneDnnProgram;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lets all contestants compute one operation: first to see that they agree, then to time them. */
final class Measurement {
    private static final String FUSED = "fused";
    private static final String UNFUSED = "unfused";

    private final Harness harness;
    private final OneDnn oneDnn;
    private final TrafficLimit limit;
    private final Report report;

    Measurement(Harness harness, OneDnn oneDnn, TrafficLimit limit, Report report) {
        this.harness = harness;
        this.oneDnn = oneDnn;
        this.limit = limit;
        this.report = report;
    }

    Result measure(Operation operation, long rows) {
        try (Contest contest = new Contest(operation, rows)) {
            List<OneDnnProgram> programs = contest.oneDnn(oneDnn);
            compare(operation, rows, contest, programs);

            List<Contestant> contestants = new ArrayList<>();
            contestants.add(new Contestant(FUSED, contest.fused()));
            for (OneDnnProgram program : programs) {
                contestants.add(new Contestant(program.description(), program));
            }
            contestants.add(new Contestant(UNFUSED, contest.unfused()));
            List<Contestant> limits = limit.contestants(operation, contest.traffic(), contest.elements());
            contestants.addAll(limits);

            Map<String, Double> times = harness.measure(contestants);
            Map<String, Double> compositions = new LinkedHashMap<>();
            programs.forEach(program -> compositions.put(program.description(), times.get(program.description())));
            double bestLimit = limits.stream()
                    .mapToDouble(contestant -> times.get(contestant.name()))
                    .min()
                    .orElseThrow();
            return new Result(operation, rows, times.get(FUSED), times.get(UNFUSED), compositions, bestLimit);
        }
    }

    /**
     * A time says nothing about a wrong result. AdamW changes its operands: both sides start from fresh ones, and the
     * second step shows whether the first left the right moments.
     */
    private void compare(Operation operation, long rows, Contest contest, List<OneDnnProgram> programs) {
        try (Contest other = new Contest(operation, rows)) {
            for (int step = 0; step < 2; step++) {
                other.fused().run();
                contest.unfused().run();
            }
            agree(operation, rows, UNFUSED, other.output(), contest);
            for (OneDnnProgram program : programs) {
                program.run();
                agree(operation, rows, "oneDNN, " + program.description(), other.output(), contest);
            }
        }
    }

    private void agree(Operation operation, long rows, String name, Tensor fused, Contest reference) {
        Agreement agreement =
                Agreement.between(Data.pointer(fused), Data.pointer(reference.output()), reference.elements());
        String text = operation.title() + " " + operation.size(rows) + ", fused and " + name + ": " + agreement;
        report.note("- " + text);
        if (!agreement.isClose()) {
            throw new IllegalStateException("the results differ: " + text);
        }
    }
}
