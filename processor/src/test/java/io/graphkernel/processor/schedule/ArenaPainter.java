package io.graphkernel.processor.schedule;

import io.graphkernel.common.arena.ArenaPlacement;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checker of an arena's cache lines while the steps of a plan run: each read value is complete, and no concurrent step
 * writes it. It knows steps and offsets, not the planner.
 */
final class ArenaPainter {

    /** Range of lines. */
    private record Lines(long first, long end) {

        boolean meets(Lines other) {
            return first < other.end && other.first < end;
        }
    }

    private final Plan plan;
    private final Map<String, Dim> sizes;
    private final long[] offsets;
    private final long bytes;
    /** Contents of each line: a temporary, or the partial results of a kernel. */
    private final Map<Long, Object> painted = new HashMap<>();

    private ArenaPainter(Plan plan, Map<String, Dim> sizes, long[] offsets, long bytes) {
        this.plan = plan;
        this.sizes = sizes;
        this.offsets = offsets;
        this.bytes = bytes;
    }

    /** Checks a plan with all the layouts that a stub may use for some sizes; returns the bytes of the best. */
    static long check(Plan plan, Map<String, Dim> sizes) {
        Arena arena = plan.arena();
        long[] bytes = arena.sizes().stream()
                .mapToLong(size -> ModelArithmetic.size(size, sizes))
                .toArray();
        ArenaPlacement layout = ArenaPlacement.of(arena.plannerAllocations(), bytes);
        long[] offsets = new long[arena.allocations().size()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = layout.offset(i);
        }
        new ArenaPainter(plan, sizes, offsets, layout.bytes()).run();
        if (layout.bytes() < arena.plannerAllocations().bound(bytes)) {
            throw new AssertionError(layout + " is less than lives at the same time");
        }
        arena.stack().ifPresent(stack -> {
            long[] begins = new long[stack.bytes().size() + 1];
            for (int level = 0; level < stack.bytes().size(); level++) {
                begins[level + 1] = begins[level]
                        + ArenaPlacement.aligned(
                                ModelArithmetic.size(stack.bytes().get(level), sizes));
            }
            long[] stacked =
                    stack.levels().stream().mapToLong(level -> begins[level]).toArray();
            new ArenaPainter(plan, sizes, stacked, begins[begins.length - 1]).run();
            long small = stack.bytes().stream()
                    .mapToLong(size -> size instanceof Dim.Constant constant && constant.size() <= 4096
                            ? ArenaPlacement.aligned(constant.size())
                            : 0)
                    .sum();
            if (begins[begins.length - 1] > arena.plannerAllocations().bound(bytes) + small) {
                throw new AssertionError("a stack of " + begins[begins.length - 1] + " where less lives");
            }
        });
        return layout.bytes();
    }

    private void run() {
        for (List<Step> phase : Plan.phases(plan.launches())) {
            for (Step step : phase) {
                for (int read : temporaries(step.reads())) {
                    requireWhole(read);
                }
            }
            for (int i = 0; i < phase.size(); i++) {
                for (int j = 0; j < phase.size(); j++) {
                    requireDisjoint(phase.get(i), phase.get(j));
                }
            }
            phase.forEach(this::paint);
        }
    }

    private void requireWhole(int temporary) {
        Lines lines = lines(temporary);
        for (long line = lines.first; line < lines.end; line++) {
            if (!Integer.valueOf(temporary).equals(painted.get(line))) {
                throw new AssertionError("line " + line + " holds " + painted.get(line) + ", not " + temporary);
            }
        }
    }

    /** Requires that a concurrent step neither reads nor writes a step's output, except for regions of one value. */
    private void requireDisjoint(Step writer, Step other) {
        for (Lines written : writes(writer, -1)) {
            for (int read : temporaries(other.reads())) {
                boolean inPlace = writer == other && written.equals(lines(read)) && mayOverwrite(writer);
                if (written.meets(lines(read)) && !inPlace) {
                    throw new AssertionError(writer.name() + " writes what " + other.name() + " reads: " + read);
                }
            }
        }
        if (writer == other) {
            return;
        }
        for (int temporary : temporaries(writer.writes())) {
            for (Lines lines : writes(other, temporary)) {
                if (lines.meets(lines(temporary))) {
                    throw new AssertionError(writer.name() + " and " + other.name() + " write the same");
                }
            }
        }
    }

    /** Returns true if the step is a single loop, which reads each element before it is overwritten. */
    private static boolean mayOverwrite(Step step) {
        return step instanceof ScheduledKernel kernel
                && (kernel.body().finish() == null || kernel.space().template() == LoopTemplate.FULL_REDUCTION);
    }

    /** Returns the lines that a step writes, except for one temporary. */
    private List<Lines> writes(Step step, int but) {
        List<Lines> written = new ArrayList<>();
        for (int temporary : temporaries(step.writes())) {
            if (temporary != but) {
                written.add(lines(temporary));
            }
        }
        if (step instanceof ScheduledKernel kernel && kernel.body().finish() != null) {
            written.add(partials(kernel));
        }
        return written;
    }

    private void paint(Step step) {
        for (int temporary : temporaries(step.writes())) {
            paint(lines(temporary), temporary);
        }
        if (step instanceof ScheduledKernel kernel && kernel.body().finish() != null) {
            paint(partials(kernel), kernel.name());
        }
    }

    private void paint(Lines lines, Object with) {
        for (long line = lines.first; line < lines.end; line++) {
            painted.put(line, with);
        }
    }

    private Lines lines(int temporary) {
        Plan.Temporary placed = plan.temporaries().get(temporary);
        long elements = ModelArithmetic.size(Dim.product(placed.value().shape().dims()), sizes);
        return lines(
                offsets[placed.allocation()], elements * placed.value().dtype().byteSize());
    }

    private Lines partials(ScheduledKernel kernel) {
        Dim partials = Partition.blocks(kernel).times(Partition.partialBytesPerBlock(kernel));
        return lines(offsets[plan.arena().partials(kernel)], ModelArithmetic.size(partials, sizes));
    }

    private Lines lines(long offset, long size) {
        if (offset % ArenaPlacement.ALIGNMENT != 0 || offset < 0 || offset + size > bytes) {
            throw new AssertionError(offset + " + " + size + " in " + bytes);
        }
        long first = offset / ArenaPlacement.ALIGNMENT;
        return new Lines(first, first + ArenaPlacement.aligned(size) / ArenaPlacement.ALIGNMENT);
    }

    private List<Integer> temporaries(List<Location> locations) {
        return locations.stream()
                .filter(Location.Temporary.class::isInstance)
                .map(location -> ((Location.Temporary) location).index())
                .distinct()
                .toList();
    }
}
