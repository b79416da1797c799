package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.schedule.Arena.Allocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Planner of a plan's arena: liveness analysis of temporaries. A kernel's last input and an output of the same size
 * share an allocation if each element is read before it is overwritten.
 */
final class ArenaPlanner {

    /** An allocation whose live range may still be extended. */
    private static final class LiveRange {
        private final Dim bytes;
        private final int first;
        private int last;

        LiveRange(Dim bytes, int first, int last) {
            this.bytes = bytes;
            this.first = first;
            this.last = last;
        }
    }

    private final List<List<Step>> phases;
    /** Index of the first phase of each element of {@link #phases}; a loop has the phases of its body. */
    private final int[] starts;

    private final List<Node> temporaries;
    /** First phase of each temporary. */
    private final int[] first;

    private final int[] last;
    private final int[] allocations;
    private final List<LiveRange> liveRanges = new ArrayList<>();

    private ArenaPlanner(List<List<Step>> phases, List<Node> temporaries) {
        this.phases = phases;
        this.temporaries = temporaries;
        starts = new int[phases.size() + 1];
        for (int i = 0; i < phases.size(); i++) {
            starts[i + 1] = starts[i] + Plan.arenaPhases(phases.get(i));
        }
        first = new int[temporaries.size()];
        last = new int[temporaries.size()];
        allocations = new int[temporaries.size()];
    }

    /** Returns the plan of scheduled steps. */
    static Plan plan(Graph graph, List<Launch> launches, List<Node> temporaries) {
        return new ArenaPlanner(Plan.phases(launches), temporaries).run(graph, launches);
    }

    private Plan run(Graph graph, List<Launch> launches) {
        boolean unranked = phases.stream()
                .flatMap(List::stream)
                .anyMatch(step ->
                        step instanceof ScheduledKernel kernel && kernel.space().isUnranked());
        Arrays.fill(allocations, Plan.Temporary.OUTSIDE);
        Arrays.fill(first, -1);
        if (!unranked) {
            findLifetimes();
        }
        Map<ScheduledKernel, Integer> partials = new IdentityHashMap<>();
        Map<LoopStep, Integer> bodies = new IdentityHashMap<>();
        for (int phase = 0; phase < phases.size(); phase++) {
            for (Step step : phases.get(phase)) {
                begin(step, phase);
                if (step instanceof ScheduledKernel kernel && kernel.body().finish() != null) {
                    Dim bytes = Partition.blocks(kernel).times(Partition.partialBytesPerBlock(kernel));
                    partials.put(kernel, add(new LiveRange(bytes, starts[phase], starts[phase])));
                }
                if (step instanceof LoopStep loop) {
                    bodies.put(loop, liveRanges.size());
                    addBody(loop.body().arena(), starts[phase], partials);
                }
            }
        }
        Arena arena = new Arena(
                liveRanges.stream()
                        .map(liveRange -> new Allocation(liveRange.bytes, liveRange.first, liveRange.last))
                        .toList(),
                partials,
                bodies);
        List<Plan.Temporary> placed = new ArrayList<>();
        for (int i = 0; i < allocations.length; i++) {
            placed.add(new Plan.Temporary(temporaries.get(i), allocations[i]));
        }
        return new Plan(graph, launches, placed, arena);
    }

    /** Adds the allocations of a loop's body, which live within one iteration. */
    private void addBody(Arena body, int start, Map<ScheduledKernel, Integer> partials) {
        int first = liveRanges.size();
        body.partials().forEach((kernel, allocation) -> partials.put(kernel, first + allocation));
        for (Allocation allocation : body.allocations()) {
            add(new LiveRange(allocation.bytes(), start + allocation.first(), start + allocation.last()));
        }
    }

    private void findLifetimes() {
        for (int phase = 0; phase < phases.size(); phase++) {
            for (Step step : phases.get(phase)) {
                for (int written : temporaries(step.writes())) {
                    first[written] = first[written] < 0 ? phase : first[written];
                    last[written] = phase;
                }
                for (int read : temporaries(step.reads())) {
                    last[read] = phase;
                }
            }
        }
    }

    private static int[] temporaries(List<Location> locations) {
        return locations.stream()
                .filter(Location.Temporary.class::isInstance)
                .mapToInt(location -> ((Location.Temporary) location).index())
                .toArray();
    }

    /** Allocates the temporaries that a step is the first to write. */
    private void begin(Step step, int phase) {
        for (int written : temporaries(step.writes())) {
            if (first[written] == phase && allocations[written] == Plan.Temporary.OUTSIDE) {
                int dying = dying(step, phase, written);
                if (dying == Plan.Temporary.OUTSIDE) {
                    allocations[written] =
                            add(new LiveRange(bytes(written), starts[phase], starts[last[written] + 1] - 1));
                } else {
                    allocations[written] = allocations[dying];
                    liveRanges.get(allocations[dying]).last = starts[last[written] + 1] - 1;
                }
            }
        }
    }

    private int add(LiveRange liveRange) {
        liveRanges.add(liveRange);
        return liveRanges.size() - 1;
    }

    private Dim bytes(int temporary) {
        Node value = temporaries.get(temporary);
        return Dim.of(value.dtype().byteSize()).times(Dim.product(value.shape().dims()));
    }

    /** Returns a temporary whose last use is a step that may overwrite it; {@code OUTSIDE} if there is none. */
    private int dying(Step step, int phase, int written) {
        for (int read : temporaries(step.reads())) {
            boolean ends = last[read] == phase && liveRanges.get(allocations[read]).last == starts[phase + 1] - 1;
            if (ends
                    && bytes(read).equals(bytes(written))
                    && AliasAnalysis.within(
                            phases.get(phase), new Location.Temporary(written), new Location.Temporary(read))) {
                return read;
            }
        }
        return Plan.Temporary.OUTSIDE;
    }
}
