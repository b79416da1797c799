package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileExpressionLowering.UnsupportedOpException;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Emitter of reductions of nested rows: of rows within an item, or of rows and lanes together. The rows of an item are
 * either in local memory as a whole or processed in chunks.
 */
final class TileNestedRowEmitter extends RowKernelBuilder {

    /** True if rows and lanes are reduced to one element, otherwise to a row. */
    private final boolean reducesLanes;

    TileNestedRowEmitter(ScheduledKernel kernel, KernelNames names) throws UnsupportedOpException {
        super(kernel, names, constant(kernel), chunkShapes(kernel));
        this.reducesLanes = reducesLanes(kernel);
    }

    private static boolean reducesLanes(ScheduledKernel kernel) {
        return kernel.space().template() == LoopTemplate.ROW_REDUCTION;
    }

    /** Returns the shapes that are computed once: uniform values, unless they differ between items. */
    private static Set<ValueShape> constant(ScheduledKernel kernel) {
        boolean differs = kernel.buffers().inputs().stream()
                        .anyMatch(input -> input.mask() != 0
                                && (input.mask() & ~kernel.space().outerMask()) == 0)
                || kernel.buffers().indices().stream()
                        .anyMatch(index -> (index.mask() & kernel.space().outerMask()) != 0);
        return differs || reducesLanes(kernel) ? Set.of() : Set.of(ValueShape.SINGLE, ValueShape.UNIFORM);
    }

    private static Set<ValueShape> chunkShapes(ScheduledKernel kernel) {
        return reducesLanes(kernel)
                ? Set.of(ValueShape.TILE, ValueShape.COLUMN, ValueShape.BLOCKS, ValueShape.LANES)
                : Set.of(ValueShape.TILE, ValueShape.COLUMN, ValueShape.BLOCKS);
    }

    /** Lowers all stages over rows that fit in local memory. */
    RowKernel unchunked() throws UnsupportedOpException {
        prepareGathers(kernel.ops());
        load(kernel.buffers().inputs());
        declarePositions(kernel.buffers().indices());
        compute(kernel.body().uniformOps());
        compute(kernel.body().rowOps());
        for (Stage stage : kernel.body().stages()) {
            compute(stage.computed());
            List<TileValue.Lanes> reduced = accumulators(stage);
            reduceInto(stage, reduced);
            declare(stage, reduced);
            compute(stage.rowOps());
        }
        for (Stage stage : kernel.body().stages()) {
            store(stage.stores());
        }
        store(kernel.body().rowStores());
        endSection(false);
        return items(true);
    }

    /**
     * Lowers each stage as a loop over chunks of the rows, with the values of an item before, between and after the
     * loops.
     */
    RowKernel inChunks() throws UnsupportedOpException {
        keepsLoadedValues = true;
        prepareRowGathers();
        load(kernel.buffers().inputs().stream()
                .filter(input -> !isChunked(input))
                .toList());
        declarePositions(kernel.buffers().indices().stream()
                .filter(index -> !values.instructions().variesByChunk(transfers.shape(index)))
                .toList());
        compute(kernel.body().uniformOps());
        compute(kernel.body().rowOps());
        for (Stage stage : kernel.body().unbufferedStages()) {
            List<TileValue.Lanes> reduced = accumulators(stage);
            nextSection(false);
            prepareGathers(stage.computed());
            load(stage.inputs());
            declarePositions(indices(stage));
            compute(stage.computed());
            reduceInto(stage, reduced);
            store(stage.stores());
            nextSection(true);
            expressions.forgetLanes();
            declare(stage, reduced);
            compute(stage.rowOps());
        }
        store(kernel.body().rowStores());
        endSection(false);
        return items(false);
    }

    private boolean isChunked(Buffer input) {
        return values.instructions().variesByChunk(transfers.shape(input));
    }

    private List<TileValue.Lanes> accumulators(Stage stage) throws UnsupportedOpException {
        ValueShape shape = reducesLanes ? ValueShape.TOTAL : ValueShape.LANES;
        return reductions(stage.reductions()).stream()
                .map(reduction -> reduction.accumulator(values.instructions(), shape))
                .toList();
    }

    private void reduceInto(Stage stage, List<TileValue.Lanes> reduced) throws UnsupportedOpException {
        List<TileReduction> reductions = reductions(stage.reductions());
        for (int i = 0; i < reduced.size(); i++) {
            reduceInto(reductions.get(i), reduced.get(i));
        }
    }

    private void declare(Stage stage, List<TileValue.Lanes> reduced) throws UnsupportedOpException {
        List<TileReduction> reductions = reductions(stage.reductions());
        for (int i = 0; i < reduced.size(); i++) {
            TileReduction reduction = reductions.get(i);
            TileValue value = reduced.get(i);
            if (reducesLanes) {
                TileValue.Lanes total = reduction.combineTotal(values.instructions(), reduced.get(i));
                value = values.uniform(total, reduction.node().origin());
            }
            declare(reduction, value);
        }
    }

    private RowKernel items(boolean isUnchunked) {
        List<Dim> loops = space.outer().isEmpty() ? List.of() : transfers.outer();
        Items items = new Items(space.rows(), loops, Optional.empty(), reducesLanes);
        return kernel(
                kernel.name(), transfers.middle(), space.inner(), Optional.empty(), isUnchunked, Optional.of(items));
    }
}
