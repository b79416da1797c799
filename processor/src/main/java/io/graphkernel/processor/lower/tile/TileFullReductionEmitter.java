package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileExpressionLowering.UnsupportedOpException;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Emitter of full reductions: blocks of elements or rows, then the second phase. */
final class TileFullReductionEmitter extends RowKernelBuilder {

    private static final Set<ValueShape> CHUNK_SHAPES =
            Set.of(ValueShape.TILE, ValueShape.COLUMN, ValueShape.BLOCKS, ValueShape.LANES);

    /** Number of elements of a block's partial result. */
    private static final int PARTIAL = Partition.TOTAL_BYTES / Float.BYTES;

    private TileFullReductionEmitter(ScheduledKernel kernel, KernelNames names, Set<ValueShape> constant)
            throws UnsupportedOpException {
        super(kernel, names, constant, CHUNK_SHAPES);
    }

    /** Lowers the partial results of blocks. */
    static RowKernel blocks(ScheduledKernel kernel, KernelNames names) throws UnsupportedOpException {
        return new TileFullReductionEmitter(kernel, names, Set.of(ValueShape.SINGLE, ValueShape.UNIFORM)).blocks();
    }

    /** Lowers the second phase. */
    static RowKernel finish(ScheduledKernel kernel, KernelNames names) throws UnsupportedOpException {
        return new TileFullReductionEmitter(kernel, names, Set.of()).finish();
    }

    private RowKernel blocks() throws UnsupportedOpException {
        Stage stage = kernel.body().stages().get(0);
        List<TileValue.Lanes> totals = accumulators(ValueShape.TOTAL);
        nextSection(false);
        prepareRowGathers();
        prepareGathers(stage.computed());
        load(kernel.buffers().inputs().stream()
                .filter(input -> input.mask() == 0 || isOfBlocks(input))
                .toList());
        declarePositions(kernel.buffers().indices());
        compute(kernel.body().uniformOps());
        compute(kernel.body().rowOps());
        compute(stage.computed());
        for (int i = 0; i < totals.size(); i++) {
            reduceInto(partials.get(i), totals.get(i));
        }
        store(stage.stores());
        store(kernel.body().rowStores());
        nextSection(true);
        for (int i = 0; i < totals.size(); i++) {
            TileReduction partial = partials.get(i);
            stores.add(transfers.partialTotal(i, partial, ValueShape.BLOCK));
            TileValue block = partial.blockOfTotal(values.instructions(), totals.get(i));
            tileStores.store(
                    i, block, partial.dtype(), ValueShape.BLOCK, partial.node().origin());
        }
        endSection(false);
        List<Dim> rows = space.outer().isEmpty() ? List.of() : transfers.outer();
        Items items =
                new Items(Partition.blocks(kernel), List.of(), Optional.of(Partition.itemsPerBlock(kernel)), true);
        return kernel(kernel.name(), rows, space.inner(), Optional.empty(), false, Optional.of(items));
    }

    private boolean isOfBlocks(Buffer input) {
        return space.levelOf(input.mask()) == Level.ROW
                || kernel.body().stages().get(0).inputs().contains(input);
    }

    private RowKernel finish() throws UnsupportedOpException {
        List<TileValue.Lanes> totals =
                combinePartials(ValueShape.TOTAL, i -> transfers.partialTotal(i, partials.get(i), ValueShape.TILE));
        nextSection(true);
        for (int i = 0; i < partials.size(); i++) {
            TileReduction partial = partials.get(i);
            TileValue.Lanes total = partial.combineTotal(values.instructions(), totals.get(i));
            declare(partial, values.uniform(total, partial.node().origin()));
        }
        load(kernel.body().finish().inputs());
        compute(kernel.body().finish().computed());
        store(kernel.body().finish().stores());
        endSection(false);
        Dim elements = Partition.blocks(kernel).times(Dim.of(PARTIAL));
        Items items = new Items(Dim.ONE, List.of(), Optional.of(elements), true);
        return kernel(kernel.functions().get(1), List.of(), elements, Optional.empty(), false, Optional.of(items));
    }
}
