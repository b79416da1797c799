package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import java.util.ArrayList;
import java.util.List;

/** Schedules all groups of a graph. */
public final class Planner {

    private Planner() {}

    /**
     * Makes the plan of a method.
     *
     * @param graph partitioned into groups that can run in order
     * @param prefix start of the kernels' names, unique in the class
     * @return the plan
     * @throws SchedulingException if there is no template for an op
     */
    public static Plan plan(Graph graph, String prefix) throws SchedulingException {
        MemoryPlan memory = new MemoryPlan(graph);
        List<Step> steps = new ArrayList<>();
        for (Group group : graph.groups()) {
            steps.add(Scheduler.schedule(prefix + "_" + steps.size(), group, memory));
        }
        return new Plan(graph, List.copyOf(steps), memory.temporaries());
    }
}
