package io.graphkernel.processor.launch;

import io.graphkernel.arena.ArenaLayout;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.schedule.Arena;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the pieces of an arena lie: at numbers if all sizes are numbers, at sums of sizes if the same order is best for all of
 * them, else where the run time plans them for the dims of the call.
 */
final class ArenaOffsets {

    private final Arena arena;
    /** By piece, and last the size of the arena. */
    private final List<Size> offsets = new ArrayList<>();

    private final List<Size.Named> named = new ArrayList<>();
    private final Map<Kernel, Size> blocks = new IdentityHashMap<>();
    /** Sizes of partial results, by their formulas, with the blocks that are counted already. */
    private final Map<Dim, Size> counted = new HashMap<>();

    ArenaOffsets(Plan plan) {
        arena = plan.arena();
        plan.kernels().stream().filter(kernel -> kernel.finish() != null).forEach(this::countBlocks);
        Optional<ArenaLayout> constant = arena.constantLayout();
        Optional<Arena.Stack> stack = arena.stack();
        int pieces = arena.allocations().size();
        if (constant.isPresent()) {
            for (int piece = 0; piece < pieces; piece++) {
                offsets.add(Size.of(constant.get().offset(piece)));
            }
            offsets.add(Size.of(constant.get().bytes()));
        } else if (stack.isPresent()) {
            List<Size> levels = stack.get().bytes().stream()
                    .<Size>map(bytes -> named("bytes", new Size.Aligned(counted.getOrDefault(bytes, Size.of(bytes)))))
                    .toList();
            stack.get().levels().forEach(level -> offsets.add(Size.sum(levels.subList(0, level))));
            offsets.add(Size.sum(levels));
        } else {
            for (int piece = 0; piece <= pieces; piece++) {
                offsets.add(new Size.Planned(piece));
            }
        }
    }

    private void countBlocks(Kernel kernel) {
        Dim known = Partition.blocks(kernel);
        Size count = new Size.CeilDiv(Size.of(Partition.items(kernel)), Size.of(Partition.itemsPerBlock(kernel)));
        blocks.put(kernel, known instanceof Dim.Constant ? Size.of(known) : named("blocks", count));
        Size bytes = new Size.Product(List.of(blocks.get(kernel), Size.of(Partition.partialBytesPerBlock(kernel))));
        counted.put(arena.allocations().get(arena.partials(kernel)).bytes(), bytes);
    }

    private Size named(String name, Size size) {
        Size.Named computed = new Size.Named(name, named.size(), size);
        named.add(computed);
        return computed;
    }

    /** What is computed once, each after those that it needs. */
    List<Size.Named> named() {
        return List.copyOf(named);
    }

    /** Whether the run time plans offsets. */
    boolean arePlanned() {
        return bytes() instanceof Size.Planned;
    }

    /** The blocks of a two-phase reduction. */
    Size blocks(Kernel kernel) {
        return blocks.get(kernel);
    }

    /** Where the partial results of a two-phase reduction begin, in bytes. */
    Size partials(Kernel kernel) {
        return offsets.get(arena.partials(kernel));
    }

    /** Where a temporary begins, in bytes. */
    Size temporary(Plan.Temporary temporary) {
        return offsets.get(temporary.allocation());
    }

    /** The size of the arena; 0 if it has no pieces. */
    Size bytes() {
        return offsets.get(offsets.size() - 1);
    }
}
