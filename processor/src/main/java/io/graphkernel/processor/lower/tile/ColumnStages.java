package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Columns that are reduced, in blocks of rows, and what joins their results. */
final class ColumnStages extends RowBody {

    ColumnStages(Kernel kernel, Names names) throws Unsupported {
        super(kernel, names, Set.of(TileShape.SINGLE, TileShape.UNIFORM));
    }

    /** The partial results of blocks of rows, each of which the cores reduce one after the other. */
    RowKernel blocks() throws Unsupported {
        List<Value.Lanes> reduced = accumulators(TileShape.LANES);
        next(false);
        findOfRows();
        for (Stage stage : kernel.stages()) {
            find(stage.computed());
        }
        load(kernel.inputs().stream().filter(this::isOfBlocks).toList());
        count(kernel.indices());
        compute(kernel.uniformOps());
        compute(kernel.rowOps());
        for (Stage stage : kernel.stages()) {
            compute(stage.computed());
            for (TileReduction reduction : reductions(stage.reductions())) {
                int partial = partials.indexOf(reduction);
                if (partial < 0) {
                    declare(reduction, values.reduced(reduction, combined(reduction)));
                } else {
                    reduceInto(reduction, reduced.get(partial));
                }
            }
            compute(stage.rowOps());
        }
        for (Stage stage : kernel.stages()) {
            store(stage.stores());
        }
        store(kernel.rowStores());
        next(false);
        storePartials(reduced);
        end(false);
        return kernel(
                kernel.name(), transfers.outer(), Optional.of(Partition.itemsPerBlock(kernel)), kernel.reducesRows());
    }

    /**
     * The same of rows that do not fit: first what each row of a block has one element of, in sections as of rows without
     * columns, then a part of the lanes of all rows of the block after the other, in three sections.
     */
    RowKernel blocksInParts() throws Unsupported {
        outlives = true;
        findOfRows();
        load(kernel.inputs().stream()
                .filter(input -> space.levelOf(input.mask()) == Level.ROW)
                .toList());
        load(kernel.inputs().stream().filter(input -> input.mask() == 0).toList());
        count(kernel.indices().stream()
                .filter(index -> space.levelOf(index.mask()) != Level.ELEMENT)
                .toList());
        compute(kernel.uniformOps());
        compute(kernel.rowOps());
        for (Stage stage : kernel.unbufferedStages()) {
            List<Node> reductions = kernel.rowReductions(stage);
            if (!reductions.isEmpty()) {
                reduceInParts(stage, reductions);
            }
            compute(stage.rowOps());
        }
        store(kernel.rowStores());
        next(false);
        values.forgetBlocks();
        List<Value.Lanes> reduced = accumulators(TileShape.LANES);
        next(false);
        for (Stage stage : kernel.unbufferedStages()) {
            List<Node> wanted = new ArrayList<>();
            List<TileReduction> ofBlocks = new ArrayList<>(reductions(stage.reductions()));
            ofBlocks.retainAll(partials);
            ofBlocks.forEach(partial -> wanted.add(partial.node()));
            stage.stores().forEach(output -> wanted.add(output.stored()));
            computeFor(stage, wanted);
            for (TileReduction partial : ofBlocks) {
                reduceInto(partial, reduced.get(partials.indexOf(partial)));
            }
            store(stage.stores());
        }
        next(false);
        storePartials(reduced);
        end(false);
        requireNoMasks();
        return kernel(kernel.name(), transfers.outer(), Optional.of(Partition.itemsPerBlock(kernel)), false);
    }

    /** A stage in parts of the lanes, for what it reduces of each row. */
    private void reduceInParts(Stage stage, List<Node> nodes) throws Unsupported {
        List<Value.Lanes> parts = new ArrayList<>();
        List<TileReduction> reductions = reductions(nodes);
        for (TileReduction reduction : reductions) {
            parts.add(values.accumulator(reduction, TileShape.PARTS));
        }
        next(false);
        computeFor(stage, nodes);
        for (int i = 0; i < parts.size(); i++) {
            reduceInto(reductions.get(i), parts.get(i));
        }
        next(true);
        expressions.forgetLanes();
        for (int i = 0; i < parts.size(); i++) {
            declare(reductions.get(i), values.joined(reductions.get(i), parts.get(i)));
        }
    }

    /** Loads and computes what some ops of a stage need. */
    private void computeFor(Stage stage, List<Node> wanted) throws Unsupported {
        Set<Node> needed = new HashSet<>(wanted);
        wanted.forEach(op -> needed.addAll(op.operands()));
        List<Node> ops = new ArrayList<>(stage.computed());
        Collections.reverse(ops);
        ops.stream().filter(needed::contains).forEach(op -> needed.addAll(op.operands()));
        Collections.reverse(ops);
        find(ops.stream().filter(needed::contains).toList());
        load(stage.inputs().stream()
                .filter(input -> needed.contains(input.value()))
                .toList());
        count(indices(stage).stream()
                .filter(index -> needed.contains(index.value()))
                .toList());
        compute(ops.stream().filter(needed::contains).toList());
    }

    /** What is known of rows begins at any group of 8 of them, at which bits do not begin a block. */
    private void requireNoMasks() throws Unsupported {
        if (values.places().room().containsKey(new TilePlaces.Kind(Region.MASK, TileShape.COLUMN))) {
            throw new Unsupported(partials.get(0).node(), "its kernel reduces rows and columns, and tests rows");
        }
    }

    /** Whether an input is not only read after all blocks. */
    private boolean isOfBlocks(Buffer input) {
        return space.levelOf(input.mask()) != Level.ELEMENT
                || kernel.stages().stream().anyMatch(stage -> stage.inputs().contains(input));
    }

    /** The results out of those of the blocks, which are rows now. */
    RowKernel finish() throws Unsupported {
        List<Value.Lanes> reduced = joined(TileShape.LANES, i -> transfers.partial(i, partials.get(i), TileShape.TILE));
        next(false);
        for (int i = 0; i < partials.size(); i++) {
            declare(partials.get(i), reduced.get(i));
        }
        load(kernel.finish().inputs());
        count(indices(kernel.finish()));
        compute(kernel.finish().computed());
        store(kernel.finish().stores());
        end(false);
        Dim blocks = Partition.blocks(kernel);
        return kernel(kernel.functions().get(1), List.of(blocks), Optional.of(blocks), false);
    }

    private void storePartials(List<Value.Lanes> reduced) {
        for (int i = 0; i < reduced.size(); i++) {
            TileReduction partial = partials.get(i);
            stores.add(transfers.partial(i, partial, TileShape.LANES));
            values.store(
                    i,
                    reduced.get(i),
                    partial.dtype(),
                    TileShape.LANES,
                    partial.node().origin());
        }
    }
}
