package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** All elements, which are reduced to one: in blocks of elements or rows, and what joins their results. */
final class TotalStages extends RowBody {

    private static final Set<TileShape> OF_PARTS =
            Set.of(TileShape.TILE, TileShape.COLUMN, TileShape.BLOCKS, TileShape.LANES);

    /** The elements of the partial result of a block. */
    private static final int PARTIAL = Partition.TOTAL_BYTES / Float.BYTES;

    private TotalStages(Kernel kernel, Names names, Set<TileShape> constant) throws Unsupported {
        super(kernel, names, constant, OF_PARTS);
    }

    /** The partial results of blocks. */
    static RowKernel blocks(Kernel kernel, Names names) throws Unsupported {
        return new TotalStages(kernel, names, Set.of(TileShape.SINGLE, TileShape.UNIFORM)).blocks();
    }

    /** The results out of those of the blocks. */
    static RowKernel finish(Kernel kernel, Names names) throws Unsupported {
        return new TotalStages(kernel, names, Set.of()).finish();
    }

    private RowKernel blocks() throws Unsupported {
        Stage stage = kernel.stages().get(0);
        List<Value.Lanes> totals = accumulators(TileShape.TOTAL);
        next(false);
        findOfRows();
        find(stage.computed());
        load(kernel.inputs().stream()
                .filter(input -> input.mask() == 0 || isOfBlocks(input))
                .toList());
        count(kernel.indices());
        compute(kernel.uniformOps());
        compute(kernel.rowOps());
        compute(stage.computed());
        for (int i = 0; i < totals.size(); i++) {
            reduceInto(partials.get(i), totals.get(i));
        }
        store(stage.stores());
        store(kernel.rowStores());
        next(true);
        for (int i = 0; i < totals.size(); i++) {
            TileReduction partial = partials.get(i);
            stores.add(transfers.partialTotal(i, partial, TileShape.BLOCK));
            Value block = values.blockOfTotal(partial, totals.get(i));
            values.store(
                    i, block, partial.dtype(), TileShape.BLOCK, partial.node().origin());
        }
        end(false);
        List<Dim> rows = space.outer().isEmpty() ? List.of() : transfers.outer();
        Items items =
                new Items(Partition.blocks(kernel), List.of(), Optional.of(Partition.itemsPerBlock(kernel)), true);
        return kernel(kernel.name(), rows, space.inner(), Optional.empty(), false, Optional.of(items));
    }

    private boolean isOfBlocks(Buffer input) {
        return space.levelOf(input.mask()) == Level.ROW
                || kernel.stages().get(0).inputs().contains(input);
    }

    private RowKernel finish() throws Unsupported {
        List<Value.Lanes> totals =
                joined(TileShape.TOTAL, i -> transfers.partialTotal(i, partials.get(i), TileShape.TILE));
        next(true);
        for (int i = 0; i < partials.size(); i++) {
            TileReduction partial = partials.get(i);
            Value.Lanes one = values.joinedTotal(partial, totals.get(i));
            declare(partial, values.uniform(one, partial.node().origin()));
        }
        load(kernel.finish().inputs());
        compute(kernel.finish().computed());
        store(kernel.finish().stores());
        end(false);
        Dim elements = Partition.blocks(kernel).times(Dim.of(PARTIAL));
        Items items = new Items(Dim.ONE, List.of(), Optional.of(elements), true);
        return kernel(kernel.functions().get(1), List.of(), elements, Optional.empty(), false, Optional.of(items));
    }
}
