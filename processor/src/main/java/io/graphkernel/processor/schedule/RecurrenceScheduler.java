package io.graphkernel.processor.schedule;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.processor.loop.LocalLoop;
import java.util.List;
import java.util.Optional;

/** Scheduler of loops that are local to elements: one kernel with the loop inside. */
final class RecurrenceScheduler {

    private RecurrenceScheduler() {}

    /**
     * Schedules a loop.
     *
     * @param loop the loop
     * @param body plan of one iteration
     * @param slices access of the slice of each result of the body, in the memory of its stack
     * @return empty if the loop is not local to elements
     */
    static Optional<ScheduledKernel> schedule(Loop loop, Plan body, List<AccessMap> slices, Capabilities capabilities) {
        boolean isKernel = body.steps().size() == 1 && body.steps().get(0) instanceof ScheduledKernel;
        if (!isKernel || slices.size() != loop.body().outputs().size()) {
            return Optional.empty();
        }
        FusionGroup group = loop.body().groups().get(0);
        MemoryPlan memory = new MemoryPlan(loop.body());
        String name = body.steps().get(0).name();
        return LocalLoop.of(loop, slices, capabilities.splitReduction()).map(local -> {
            ScheduledKernel iteration = Scheduler.schedule(name, group, local.iteration(), memory, capabilities);
            ScheduledKernel kernel = Scheduler.schedule(name, group, local.space(), memory, capabilities);
            Dim.Symbol index = new Dim.Symbol(loop.index());
            boolean isRead = kernel.layout().dims().contains(index);
            ArgumentLayout layout = isRead ? kernel.layout() : kernel.layout().withDims(List.of(index));
            return kernel.with(layout, new Recurrence(loop.index(), iteration.with(layout, null), carried(kernel)));
        });
    }

    private static List<Recurrence.Carried> carried(ScheduledKernel kernel) {
        return kernel.buffers().outputs().stream()
                .filter(Buffer::isUpdate)
                .map(update -> new Recurrence.Carried(
                        update,
                        kernel.buffers().inputs().stream()
                                .filter(input -> input.location().equals(update.location()))
                                .toList()))
                .toList();
    }
}
