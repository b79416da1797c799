package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.tile.TileExpressionLowering.UnsupportedOpException;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Emitter of independent rows, as a whole or in chunks of their lanes. */
final class TileRowEmitter extends RowKernelBuilder {

    TileRowEmitter(ScheduledKernel kernel, KernelNames names, Set<ValueShape> constant) throws UnsupportedOpException {
        super(kernel, names, constant);
    }

    /** Lowers all stages over lanes that fit in local memory. */
    RowKernel unchunked() throws UnsupportedOpException {
        prepareGathers(kernel.ops());
        load(kernel.buffers().inputs());
        declarePositions(kernel.buffers().indices());
        compute(kernel.body().uniformOps());
        compute(kernel.body().rowOps());
        for (Stage stage : kernel.body().stages()) {
            compute(stage.computed());
            for (TileReduction reduction : reductions(stage.reductions())) {
                declare(reduction, reduction.rows(values, reductionOperand(reduction)));
            }
            compute(stage.rowOps());
        }
        for (Stage stage : kernel.body().stages()) {
            store(stage.stores());
        }
        store(kernel.body().rowStores());
        store(kernel.body().uniformStores());
        endSection(false);
        return kernel(kernel.name(), transfers.outer(), Optional.empty(), space.template() != LoopTemplate.ELEMENTWISE);
    }

    /**
     * Lowers each stage as a loop over chunks of the lanes, with the row values before, between and after the loops.
     */
    RowKernel inChunks() throws UnsupportedOpException {
        keepsLoadedValues = true;
        prepareRowGathers();
        load(kernel.buffers().inputs().stream()
                .filter(input -> space.levelOf(input.mask()) != Level.ELEMENT)
                .toList());
        declarePositions(kernel.buffers().indices().stream()
                .filter(index -> space.levelOf(index.mask()) != Level.ELEMENT)
                .toList());
        compute(kernel.body().uniformOps());
        compute(kernel.body().rowOps());
        for (Stage stage : kernel.body().unbufferedStages()) {
            List<TileValue.Lanes> partials = new ArrayList<>();
            List<TileReduction> reductions = reductions(stage.reductions());
            for (TileReduction reduction : reductions) {
                partials.add(reduction.accumulator(values.instructions(), ValueShape.PARTS));
            }
            nextSection(false);
            prepareGathers(stage.computed());
            load(stage.inputs());
            declarePositions(indices(stage));
            compute(stage.computed());
            for (int i = 0; i < partials.size(); i++) {
                reduceInto(reductions.get(i), partials.get(i));
            }
            store(stage.stores());
            nextSection(true);
            expressions.forgetLanes();
            for (int i = 0; i < partials.size(); i++) {
                declare(reductions.get(i), reductions.get(i).combineLanes(values.instructions(), partials.get(i)));
            }
            compute(stage.rowOps());
        }
        store(kernel.body().rowStores());
        endSection(false);
        return kernel(kernel.name(), transfers.outer(), Optional.empty(), false);
    }
}
