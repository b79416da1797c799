package io.graphkernel.processor.compilation;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.compilation.KernelClassCompiler.Context;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.pass.fusion.UnfusedEdge;
import io.graphkernel.processor.schedule.Launch;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Step;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Check of the launch limits of methods. */
public final class LaunchLimitCheck {

    /** Maximum number of launches whose reasons a message lists, before a line that summarizes the remainder. */
    private static final int MAX_REASONS = 3;

    private final PlannedMethod planned;
    private final Map<Node, Integer> launchOf = new IdentityHashMap<>();

    private LaunchLimitCheck(PlannedMethod planned) {
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
     * Reports each method of a class that exceeds its launch limit.
     *
     * @param planned the methods
     * @return true if a method exceeds its limit
     */
    public static boolean reportExceeded(List<PlannedMethod> planned, Context context) {
        boolean exceeded = false;
        for (PlannedMethod method : planned) {
            int launches = method.plan().launches().size();
            if (method.method().limits().isExceededBy(launches)) {
                exceeded = true;
                context.reporter()
                        .report(
                                method.method().position(),
                                Diagnostic.TOO_MANY_LAUNCHES,
                                method.method().graph().name(),
                                launches,
                                method.method().limits().launches(),
                                new LaunchLimitCheck(method).reasons());
            }
        }
        return exceeded;
    }

    /** Returns one line per launch after the first, up to the limit. */
    private String reasons() {
        Plan plan = planned.plan();
        List<String> lines = new ArrayList<>();
        for (int launch = 1; launch < plan.launches().size(); launch++) {
            Node first = plan.launches().get(launch).steps().get(0).ops().get(0);
            lines.add("launch " + (launch + 1) + ", with " + name(first) + ": " + reason(launch));
        }
        if (lines.size() > MAX_REASONS + 1) {
            int more = lines.size() - MAX_REASONS;
            lines = new ArrayList<>(lines.subList(0, MAX_REASONS));
            lines.add("and " + more + " more launches");
        }
        return String.join("\n", lines);
    }

    /** Returns the reason why a launch is not fused with the last of its producers. */
    private String reason(int launch) {
        Optional<UnfusedEdge> edge = Optional.empty();
        for (UnfusedEdge unfused : planned.passes().unfused()) {
            int from = launchOf.getOrDefault(unfused.producer(), launch);
            if (launchOf.getOrDefault(unfused.consumer(), -1) == launch
                    && from < launch
                    && (edge.isEmpty() || from > launchOf.get(edge.get().producer()))) {
                edge = Optional.of(unfused);
            }
        }
        return edge.map(UnfusedEdge::reason)
                .orElse("it reads no value of another launch, and runs over other dims or rows");
    }

    /** Returns the name of an op with its place in the source. */
    static String name(Node op) {
        return op.op() + (op.origin().line() == 0 ? "" : " at " + op.origin());
    }
}
