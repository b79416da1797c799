package io.graphkernel.processor.launch;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.LoopStep;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Step;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks of {@code --enable_debug_mode} around the launches of a plan. */
public final class DebugChecks {

    /**
     * Check of one launch.
     *
     * @param name the fused ops and the function that computes them, as in the report and the generated source
     * @param ops the ops as in {@code Log (Net.java:12), Sub, Exp (Net.java:13)}, grouped by line
     * @param read the locations that it reads
     * @param stored the locations that are complete after it, by their names in the method
     */
    public record Check(String name, String ops, List<Location> read, Map<Location, String> stored) {}

    private final Plan plan;
    /** Memory in which several kernels store regions is complete after the last of them. */
    private final Map<Location, Step> lastWriters = new HashMap<>();

    /**
     * Creates the checks of a plan.
     *
     * @param plan the plan
     */
    public DebugChecks(Plan plan) {
        this.plan = plan;
        plan.steps().forEach(step -> step.writes().forEach(location -> lastWriters.put(location, step)));
    }

    /**
     * Returns the check of a step.
     *
     * @param step a step of the plan
     * @return its check
     */
    public Check of(Step step) {
        Map<Location, String> stored = new LinkedHashMap<>();
        step.writes().stream()
                .filter(location -> lastWriters.get(location) == step)
                .filter(location -> !(step instanceof LoopStep loop && loop.isPartial(location)))
                .forEach(location -> stored.put(location, label(location)));
        return new Check(name(step), ops(step), step.reads().stream().distinct().toList(), stored);
    }

    private static String ops(Step step) {
        Map<String, Set<String>> byLine = new LinkedHashMap<>();
        step.ops().stream()
                .filter(Node::isOperation)
                .forEach(node -> byLine.computeIfAbsent(node.origin().toString(), line -> new LinkedHashSet<>())
                        .add(node.op()));
        return byLine.entrySet().stream()
                .map(line -> String.join(", ", line.getValue())
                        + (line.getKey().isEmpty() ? "" : " (" + line.getKey() + ")"))
                .collect(Collectors.joining(", "));
    }

    private static String name(Step step) {
        return step instanceof ScheduledKernel kernel
                ? kernel.group().name() + " (" + kernel.name() + ")"
                : step.ops().get(0).op() + " (" + step.name() + ")";
    }

    private String label(Location location) {
        if (location instanceof Location.Temporary temporary) {
            return "the value of "
                    + plan.temporaries().get(temporary.index()).value().op();
        }
        if (location instanceof Location.Constant constant) {
            return "a constant of " + constant.type();
        }
        return plan.name(location);
    }
}
