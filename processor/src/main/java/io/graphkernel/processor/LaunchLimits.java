package io.graphkernel.processor;

import io.graphkernel.processor.KernelClassCompiler.Context;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.pass.fusion.Unfused;
import io.graphkernel.processor.schedule.Launch;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Step;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reports methods that take more launches than they may. */
final class LaunchLimits {

    /** A message has room for the reasons of three launches and for one more line. */
    private static final int MOST_REASONS = 3;

    private final PlannedMethod planned;
    private final Map<Node, Integer> launchOf = new IdentityHashMap<>();

    private LaunchLimits(PlannedMethod planned) {
        this.planned = planned;
        List<Launch> launches = planned.plan().launches();
        for (int i = 0; i < launches.size(); i++) {
            for (Step step : launches.get(i).steps()) {
                for (Node op : step.ops()) {
                    launchOf.put(op, i);
                }
            }
        }
    }

    /**
     * Reports each method of a class that takes more launches than it may.
     *
     * @param planned the methods
     * @return whether there is one
     */
    static boolean reportExceeded(List<PlannedMethod> planned, Context context) {
        boolean exceeded = false;
        for (PlannedMethod each : planned) {
            int launches = each.plan().launches().size();
            int most = each.method().maxLaunches();
            if (most > 0 && launches > most) {
                exceeded = true;
                context.reporter()
                        .report(
                                each.method().position(),
                                Diagnostic.TOO_MANY_LAUNCHES,
                                each.method().graph().name(),
                                launches,
                                most,
                                new LaunchLimits(each).reasons());
            }
        }
        return exceeded;
    }

    /** A line for each launch after the first, as far as there is room. */
    private String reasons() {
        Plan plan = planned.plan();
        List<String> lines = new ArrayList<>();
        for (int launch = 1; launch < plan.launches().size(); launch++) {
            Node first = plan.launches().get(launch).steps().get(0).ops().get(0);
            lines.add("launch " + (launch + 1) + ", with " + name(first) + ": " + reason(launch));
        }
        if (lines.size() > MOST_REASONS + 1) {
            int more = lines.size() - MOST_REASONS;
            lines = new ArrayList<>(lines.subList(0, MOST_REASONS));
            lines.add("and " + more + " more launches");
        }
        return String.join("\n", lines);
    }

    /** Why a launch is not one with the last of those whose values it reads. */
    private String reason(int launch) {
        Optional<Unfused> edge = Optional.empty();
        for (Unfused each : planned.passes().unfused()) {
            int from = launchOf.getOrDefault(each.producer(), launch);
            if (launchOf.getOrDefault(each.consumer(), -1) == launch
                    && from < launch
                    && (edge.isEmpty() || from > launchOf.get(edge.get().producer()))) {
                edge = Optional.of(each);
            }
        }
        return edge.map(Unfused::reason)
                .orElse("it reads no value of another launch, and runs over other dims or rows");
    }

    private static String name(Node op) {
        return op.op() + (op.origin().line() == 0 ? "" : " at " + op.origin());
    }
}
