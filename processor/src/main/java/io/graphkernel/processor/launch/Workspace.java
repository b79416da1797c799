package io.graphkernel.processor.launch;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The workspace of a plan: one region per temporary slot, then one per two-phase reduction. */
final class Workspace {

    /** The number of blocks of a two-phase reduction, and the workspace region of their results. */
    record Blocks(Size count, int region) {}

    private final List<Size> regions = new ArrayList<>();
    private final List<Size.Named> named = new ArrayList<>();
    private final Map<Kernel, Blocks> blocks = new IdentityHashMap<>();

    /**
     * A workspace.
     *
     * @param temporaries those that live in it
     */
    Workspace(Plan plan, List<Plan.Temporary> temporaries) {
        int slots = temporaries.stream()
                .map(Plan.Temporary::slot)
                .max(Comparator.naturalOrder())
                .map(last -> last + 1)
                .orElse(0);
        for (int slot = 0; slot < slots; slot++) {
            int wanted = slot;
            Node value = temporaries.stream()
                    .filter(temporary -> temporary.slot() == wanted)
                    .findFirst()
                    .orElseThrow()
                    .value();
            region(Size.product(
                    value.dtype().byteSize(), Size.product(value.shape().dims())));
        }
        for (Kernel kernel : plan.kernels()) {
            if (kernel.finish() != null) {
                Size count =
                        named("blocks", new Size.CeilDiv(Partition.items(kernel), Partition.itemsPerBlock(kernel)));
                blocks.put(kernel, new Blocks(count, regions.size()));
                region(new Size.Product(List.of(count, Partition.partialBytesPerBlock(kernel))));
            }
        }
    }

    private void region(Size bytes) {
        regions.add(named("bytes", new Size.Aligned(bytes)));
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

    /** The blocks of a kernel; null if it is not a two-phase reduction. */
    Blocks blocks(Kernel kernel) {
        return blocks.get(kernel);
    }

    /** The bytes of all regions; 0 without any. */
    Size bytes() {
        return offset(regions.size());
    }

    /** Where a region begins, in bytes. */
    Size offset(int region) {
        return Size.sum(regions.subList(0, region));
    }
}
