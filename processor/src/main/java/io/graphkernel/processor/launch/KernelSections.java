package io.graphkernel.processor.launch;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.schedule.AttentionDims;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;

/** Ranges of the functions of kernels, with the traffic and scratch memory of their items. */
final class KernelSections {
    private final ArenaSizeExpressions arena;

    /**
     * Creates the ranges of a plan's kernels.
     *
     * @param arena sizes of the plan's arena
     */
    KernelSections(ArenaSizeExpressions arena) {
        this.arena = arena;
    }

    /** Returns the functions of a kernel: one, or the two phases of a reduction. */
    List<Section> of(ScheduledKernel kernel, int slot) {
        IterationSpace space = kernel.space();
        Size elementBytes = Size.of(KernelFootprint.elementBytes(kernel));
        Size inner = Size.of(space.inner());
        Size middle = Size.of(IterationSpace.product(space.middle()));
        Size rows = Size.of(space.rows());
        if (kernel.isAttention()) {
            return attention(kernel, slot);
        }
        if (kernel.isFlat()) {
            return List.of(new Section(
                    kernel,
                    0,
                    slot,
                    0,
                    inner,
                    ReferenceModel.DEFAULT.grains().flatElements(),
                    elementBytes,
                    Size.ZERO));
        }
        if (kernel.isTiled()) {
            Size side = Size.of(kernel.tileSide());
            Size tiles = new Size.CeilDiv(inner, side);
            Size tileBytes = new Size.Product(List.of(elementBytes, middle, side));
            Size range = unlessEmpty(kernel, space.rows().times(space.inner()), new Size.Product(List.of(rows, tiles)));
            boolean isRecurrence =
                    kernel.recurrence() != null && kernel.buffers().tiling() == null;
            int grain = isRecurrence ? ReferenceModel.DEFAULT.grains().recurrenceTiles() : 1;
            return List.of(new Section(kernel, 0, slot, 0, range, grain, tileBytes, scratch(kernel)));
        }
        if (kernel.body().finish() == null) {
            Size rowBytes = new Size.Product(List.of(elementBytes, middle, inner));
            Size range = unlessEmpty(kernel, space.rows(), rows);
            return List.of(new Section(kernel, 0, slot, 0, range, 1, rowBytes, scratch(kernel)));
        }
        Size perItem = space.outer().isEmpty() ? elementBytes : new Size.Product(List.of(elementBytes, inner));
        Size perBlock = new Size.Product(List.of(Size.of(Partition.itemsPerBlock(kernel)), perItem));
        Size count = arena.blocks(kernel);
        Size columns = space.template() == LoopTemplate.COLUMN_REDUCTION ? inner : Size.ONE;
        return List.of(
                new Section(kernel, 0, slot, 0, count, 1, perBlock, scratch(kernel)),
                new Section(
                        kernel,
                        1,
                        slot,
                        0,
                        columns,
                        ReferenceModel.DEFAULT.grains().columns(),
                        Size.product(4, count),
                        Size.ZERO));
    }

    /** Returns the functions of attention: items of queries, each of which reads all keys and values of a head. */
    private static List<Section> attention(ScheduledKernel kernel, int slot) {
        Node node = kernel.attention();
        AttentionDims dims = AttentionDims.of(node);
        boolean isGradient = AttentionDims.isGradient(node);
        Size range = Size.of(dims.heads().times(dims.blocks(isGradient)));
        long keyBytes = node.operands().get(1).dtype().byteSize();
        Size read = Size.product(2L * keyBytes, Size.of(dims.keys()), Size.of(dims.size()));
        if (!isGradient) {
            return List.of(new Section(kernel, 0, slot, 0, range, 1, read, Size.of(dims.scratchBytes())));
        }
        Size heads = Size.of(dims.heads());
        return List.of(
                new Section(kernel, 0, slot, 0, range, 1, read, Size.of(dims.gradientScratchBytes())),
                new Section(kernel, 1, slot, 0, heads, 1, read, Size.ZERO));
    }

    /**
     * Returns a range that is 0 if nothing is stored, since there may be very many empty rows.
     *
     * @param counted a size that is 0 whenever the range is
     * @param range the range of a call with stores
     */
    private static Size unlessEmpty(ScheduledKernel kernel, Dim counted, Size range) {
        List<Dim> stored = kernel.buffers().outputs().stream()
                .map(output -> Dim.product(output.value().shape().dims()))
                .distinct()
                .toList();
        return counted instanceof Dim.Constant || stored.contains(counted)
                ? range
                : new Size.IfAny(stored.stream().map(Size::of).toList(), range);
    }

    /** Returns the scratch size of a thread's tiles or row buffers, each aligned to a cache line. */
    private static Size scratch(ScheduledKernel kernel) {
        if (kernel.tileBytes() > 0) {
            return Size.of(kernel.tileBytes());
        }
        Size elements = Size.of(kernel.rowBufferElements());
        return Size.sum(kernel.body().saved().stream()
                .<Size>map(saved -> new Size.Aligned(Size.product(saved.dtype().computeBytes(), elements)))
                .toList());
    }
}
