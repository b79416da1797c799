package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Arena.Allocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds what lives in the arena of a plan, and when. A value that a kernel reads last and another of the same size that it
 * writes are one piece where the kernel reads each element before it writes there.
 */
final class ArenaPlanner {

    /** A piece that may still grow in time. */
    private static final class Piece {
        private final Dim bytes;
        private final int first;
        private int last;

        Piece(Dim bytes, int first, int last) {
            this.bytes = bytes;
            this.first = first;
            this.last = last;
        }
    }

    private final List<List<Step>> phases;
    private final List<Node> temporaries;
    /** By temporary. */
    private final int[] first;

    private final int[] last;
    private final int[] allocations;
    private final List<Piece> pieces = new ArrayList<>();

    private ArenaPlanner(List<List<Step>> phases, List<Node> temporaries) {
        this.phases = phases;
        this.temporaries = temporaries;
        first = new int[temporaries.size()];
        last = new int[temporaries.size()];
        allocations = new int[temporaries.size()];
    }

    /** The plan of scheduled steps. */
    static Plan plan(Graph graph, List<Launch> launches, List<Node> temporaries) {
        return new ArenaPlanner(Plan.phases(launches), temporaries).run(graph, launches);
    }

    private Plan run(Graph graph, List<Launch> launches) {
        boolean rankless = phases.stream()
                .flatMap(List::stream)
                .anyMatch(
                        step -> step instanceof Kernel kernel && kernel.space().isRankless());
        Arrays.fill(allocations, Plan.Temporary.OUTSIDE);
        Arrays.fill(first, -1);
        if (!rankless) {
            findLifetimes();
        }
        Map<Kernel, Integer> partials = new IdentityHashMap<>();
        for (int phase = 0; phase < phases.size(); phase++) {
            for (Step step : phases.get(phase)) {
                begin(step, phase);
                if (step instanceof Kernel kernel && kernel.finish() != null) {
                    Dim bytes = Partition.blocks(kernel).times(Partition.partialBytesPerBlock(kernel));
                    partials.put(kernel, add(new Piece(bytes, phase, phase)));
                }
            }
        }
        Arena arena = new Arena(
                pieces.stream()
                        .map(piece -> new Allocation(piece.bytes, piece.first, piece.last))
                        .toList(),
                partials);
        List<Plan.Temporary> placed = new ArrayList<>();
        for (int i = 0; i < allocations.length; i++) {
            placed.add(new Plan.Temporary(temporaries.get(i), allocations[i]));
        }
        return new Plan(graph, launches, placed, arena);
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

    /** Gives memory to the temporaries that a step is the first to write. */
    private void begin(Step step, int phase) {
        for (int written : temporaries(step.writes())) {
            if (first[written] == phase && allocations[written] == Plan.Temporary.OUTSIDE) {
                int dying = dying(step, phase, written);
                if (dying == Plan.Temporary.OUTSIDE) {
                    allocations[written] = add(new Piece(bytes(written), phase, last[written]));
                } else {
                    allocations[written] = allocations[dying];
                    pieces.get(allocations[dying]).last = last[written];
                }
            }
        }
    }

    private int add(Piece piece) {
        pieces.add(piece);
        return pieces.size() - 1;
    }

    private Dim bytes(int temporary) {
        Node value = temporaries.get(temporary);
        return Dim.of(value.dtype().byteSize()).times(Dim.product(value.shape().dims()));
    }

    /** A temporary that a step reads and nobody after it, and whose memory it may write; {@code OUTSIDE} if there is none. */
    private int dying(Step step, int phase, int written) {
        for (int read : temporaries(step.reads())) {
            boolean ends = last[read] == phase && pieces.get(allocations[read]).last == phase;
            if (ends
                    && bytes(read).equals(bytes(written))
                    && Sharing.within(
                            phases.get(phase), new Location.Temporary(written), new Location.Temporary(read))) {
                return read;
            }
        }
        return Plan.Temporary.OUTSIDE;
    }
}
