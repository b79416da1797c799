package io.graphkernel.processor.launch;

import io.graphkernel.common.arena.ArenaPlacement;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.schedule.Arena;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Offsets of a plan's arena. They are constants if all sizes are constant, and sums of sizes if one order is optimal
 * for all of them. Otherwise the runtime plans them for the dims of the call.
 */
final class ArenaSizeExpressions {

    private final Arena arena;
    /** Offset of each allocation, then the size of the arena. */
    private final List<Size> offsets = new ArrayList<>();

    private final List<Size.Named> named = new ArrayList<>();
    private final Map<ScheduledKernel, Size> blocks = new IdentityHashMap<>();
    /** Sizes of partial results by their formulas, with shared block counts. */
    private final Map<Dim, Size> counted = new HashMap<>();

    ArenaSizeExpressions(Plan plan) {
        arena = plan.arena();
        plan.kernels().stream().filter(kernel -> kernel.body().finish() != null).forEach(this::countBlocks);
        Optional<ArenaPlacement> constant = arena.constantLayout();
        Optional<Arena.Stack> stack = arena.stack();
        int count = arena.allocations().size();
        if (constant.isPresent()) {
            for (int allocation = 0; allocation < count; allocation++) {
                offsets.add(Size.of(constant.get().offset(allocation)));
            }
            offsets.add(Size.of(constant.get().bytes()));
        } else if (stack.isPresent()) {
            List<Size> levels = stack.get().bytes().stream()
                    .<Size>map(bytes -> named("bytes", new Size.Aligned(counted.getOrDefault(bytes, Size.of(bytes)))))
                    .toList();
            stack.get().levels().forEach(level -> offsets.add(Size.sum(levels.subList(0, level))));
            offsets.add(Size.sum(levels));
        } else {
            for (int allocation = 0; allocation <= count; allocation++) {
                offsets.add(new Size.Planned(allocation));
            }
        }
    }

    private void countBlocks(ScheduledKernel kernel) {
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

    /** Returns the sizes that are computed once, each after its operands. */
    List<Size.Named> named() {
        return List.copyOf(named);
    }

    /** Returns true if the runtime plans offsets. */
    boolean arePlanned() {
        return bytes() instanceof Size.Planned;
    }

    /** Returns the number of blocks of a two-phase reduction. */
    Size blocks(ScheduledKernel kernel) {
        return blocks.get(kernel);
    }

    /** Returns the offset of a two-phase reduction's partial results, in bytes. */
    Size partials(ScheduledKernel kernel) {
        return offsets.get(arena.partials(kernel));
    }

    /** Returns the offset of an allocation, in bytes. */
    Size offset(int allocation) {
        return offsets.get(allocation);
    }

    /** Returns the size of the arena; 0 if it has no allocations. */
    Size bytes() {
        return offsets.get(offsets.size() - 1);
    }
}
