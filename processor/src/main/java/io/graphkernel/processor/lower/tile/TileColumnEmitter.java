package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.tile.TileExpressionLowering.UnsupportedOpException;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Emitter of column reductions: row blocks, then the second phase. */
final class TileColumnEmitter extends RowKernelBuilder {

    TileColumnEmitter(ScheduledKernel kernel, KernelNames names) throws UnsupportedOpException {
        super(kernel, names, Set.of(ValueShape.SINGLE, ValueShape.UNIFORM));
    }

    /** Lowers the partial results of row blocks, which each core reduces sequentially. */
    RowKernel blocks() throws UnsupportedOpException {
        List<TileValue.Lanes> reduced = accumulators(ValueShape.LANES);
        nextSection(false);
        prepareRowGathers();
        for (Stage stage : kernel.body().stages()) {
            prepareGathers(stage.computed());
        }
        load(kernel.buffers().inputs().stream().filter(this::isOfBlocks).toList());
        declarePositions(kernel.buffers().indices());
        compute(kernel.body().uniformOps());
        compute(kernel.body().rowOps());
        for (Stage stage : kernel.body().stages()) {
            compute(stage.computed());
            for (TileReduction reduction : reductions(stage.reductions())) {
                int partial = partials.indexOf(reduction);
                if (partial < 0) {
                    declare(reduction, reduction.rows(values, reductionOperand(reduction)));
                } else {
                    reduceInto(reduction, reduced.get(partial));
                }
            }
            compute(stage.rowOps());
        }
        for (Stage stage : kernel.body().stages()) {
            store(stage.stores());
        }
        store(kernel.body().rowStores());
        nextSection(false);
        storePartials(reduced);
        endSection(false);
        return kernel(
                kernel.name(), transfers.outer(), Optional.of(Partition.itemsPerBlock(kernel)), kernel.reducesRows());
    }

    /**
     * Lowers row blocks whose rows do not fit: first the row values of a block, section by section; then, for each
     * chunk of lanes, all rows of the block, in three sections.
     */
    RowKernel blocksInChunks() throws UnsupportedOpException {
        keepsLoadedValues = true;
        prepareRowGathers();
        load(kernel.buffers().inputs().stream()
                .filter(input -> space.levelOf(input.mask()) == Level.ROW)
                .toList());
        load(kernel.buffers().inputs().stream()
                .filter(input -> input.mask() == 0)
                .toList());
        declarePositions(kernel.buffers().indices().stream()
                .filter(index -> space.levelOf(index.mask()) != Level.ELEMENT)
                .toList());
        compute(kernel.body().uniformOps());
        compute(kernel.body().rowOps());
        for (Stage stage : kernel.body().unbufferedStages()) {
            List<Node> reductions = kernel.rowReductions(stage);
            if (!reductions.isEmpty()) {
                reduceInChunks(stage, reductions);
            }
            compute(stage.rowOps());
        }
        store(kernel.body().rowStores());
        nextSection(false);
        values.forgetBlocks();
        List<TileValue.Lanes> reduced = accumulators(ValueShape.LANES);
        nextSection(false);
        for (Stage stage : kernel.body().unbufferedStages()) {
            List<Node> targets = new ArrayList<>();
            List<TileReduction> ofBlocks = new ArrayList<>(reductions(stage.reductions()));
            ofBlocks.retainAll(partials);
            ofBlocks.forEach(partial -> targets.add(partial.node()));
            stage.stores().forEach(output -> targets.add(output.stored()));
            computeFor(stage, targets);
            for (TileReduction partial : ofBlocks) {
                reduceInto(partial, reduced.get(partials.indexOf(partial)));
            }
            store(stage.stores());
        }
        nextSection(false);
        storePartials(reduced);
        endSection(false);
        requireNoMasks();
        return kernel(kernel.name(), transfers.outer(), Optional.of(Partition.itemsPerBlock(kernel)), false);
    }

    /** Lowers the row reductions of a stage in chunks of the lanes. */
    private void reduceInChunks(Stage stage, List<Node> nodes) throws UnsupportedOpException {
        List<TileValue.Lanes> partials = new ArrayList<>();
        List<TileReduction> reductions = reductions(nodes);
        for (TileReduction reduction : reductions) {
            partials.add(reduction.accumulator(values.instructions(), ValueShape.PARTS));
        }
        nextSection(false);
        computeFor(stage, nodes);
        for (int i = 0; i < partials.size(); i++) {
            reduceInto(reductions.get(i), partials.get(i));
        }
        nextSection(true);
        expressions.forgetLanes();
        for (int i = 0; i < partials.size(); i++) {
            declare(reductions.get(i), reductions.get(i).combineLanes(values.instructions(), partials.get(i)));
        }
    }

    /** Loads and computes the inputs of some ops of a stage. */
    private void computeFor(Stage stage, List<Node> targets) throws UnsupportedOpException {
        Set<Node> needed = new HashSet<>(targets);
        targets.forEach(op -> needed.addAll(op.operands()));
        List<Node> ops = new ArrayList<>(stage.computed());
        Collections.reverse(ops);
        ops.stream().filter(needed::contains).forEach(op -> needed.addAll(op.operands()));
        Collections.reverse(ops);
        prepareGathers(ops.stream().filter(needed::contains).toList());
        load(stage.inputs().stream()
                .filter(input -> needed.contains(input.value()))
                .toList());
        declarePositions(indices(stage).stream()
                .filter(index -> needed.contains(index.value()))
                .toList());
        compute(ops.stream().filter(needed::contains).toList());
    }

    /**
     * Rejects masks of rows: blocks of row values begin at any multiple of 8 rows, where bits are not block aligned.
     */
    private void requireNoMasks() throws UnsupportedOpException {
        if (values.instructions()
                .allocate()
                .bufferCounts()
                .containsKey(new LocalMemoryAllocator.BufferKind(LocalRegion.MASK, ValueShape.COLUMN))) {
            throw new UnsupportedOpException(
                    partials.get(0).node(), "its kernel reduces rows and columns, and tests rows");
        }
    }

    /** Returns true if an input is read by the row blocks. */
    private boolean isOfBlocks(Buffer input) {
        return space.levelOf(input.mask()) != Level.ELEMENT
                || kernel.body().stages().stream()
                        .anyMatch(stage -> stage.inputs().contains(input));
    }

    /** Lowers the second phase, in which partial results are rows. */
    RowKernel finish() throws UnsupportedOpException {
        List<TileValue.Lanes> reduced =
                combinePartials(ValueShape.LANES, i -> transfers.partial(i, partials.get(i), ValueShape.TILE));
        nextSection(false);
        for (int i = 0; i < partials.size(); i++) {
            declare(partials.get(i), reduced.get(i));
        }
        load(kernel.body().finish().inputs());
        declarePositions(indices(kernel.body().finish()));
        compute(kernel.body().finish().computed());
        store(kernel.body().finish().stores());
        endSection(false);
        Dim blocks = Partition.blocks(kernel);
        return kernel(kernel.functions().get(1), List.of(blocks), Optional.of(blocks), false);
    }

    private void storePartials(List<TileValue.Lanes> reduced) {
        for (int i = 0; i < reduced.size(); i++) {
            TileReduction partial = partials.get(i);
            stores.add(transfers.partial(i, partial, ValueShape.LANES));
            tileStores.store(
                    i,
                    reduced.get(i),
                    partial.dtype(),
                    ValueShape.LANES,
                    partial.node().origin());
        }
    }
}
