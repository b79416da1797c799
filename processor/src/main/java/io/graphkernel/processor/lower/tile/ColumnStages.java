package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Columns that are reduced, in blocks of rows, and what joins their results. */
final class ColumnStages extends RowBody {

    ColumnStages(Kernel kernel, Names names) {
        super(kernel, names, Set.of(TileShape.SINGLE, TileShape.UNIFORM));
    }

    /** The partial results of blocks of rows, each of which the cores reduce one after the other. */
    RowKernel blocks() throws Unsupported {
        List<Node> partials = kernel.partials();
        List<Value.Lanes> reduced = accumulators();
        next(false);
        load(kernel.inputs().stream().filter(this::isOfBlocks).toList());
        compute(kernel.uniformOps());
        compute(kernel.rowOps());
        for (Stage stage : kernel.stages()) {
            compute(stage.computed());
            for (Node reduction : stage.reductions()) {
                Value value = expressions.value(operand(reduction), reduction);
                int partial = partials.indexOf(reduction);
                if (partial < 0) {
                    Value row = values.reduced(operation(reduction), value, reduction.origin());
                    expressions.declare(names.value(reduction), row);
                } else {
                    values.reduceInto(operation(reduction), reduced.get(partial), value, reduction.origin());
                }
            }
            compute(stage.rowOps());
        }
        for (Stage stage : kernel.stages()) {
            store(stage.stores());
        }
        store(kernel.rowStores());
        next(false);
        for (int i = 0; i < partials.size(); i++) {
            stores.add(transfers.partial(i, TileShape.LANES));
            values.store(
                    i,
                    reduced.get(i),
                    DType.F32,
                    TileShape.LANES,
                    partials.get(i).origin());
        }
        end(false);
        return kernel(
                kernel.name(), transfers.outer(), Optional.of(Partition.itemsPerBlock(kernel)), kernel.reducesRows());
    }

    /** Whether an input is not only read after all blocks. */
    private boolean isOfBlocks(Buffer input) {
        return space.levelOf(input.mask()) != Level.ELEMENT
                || kernel.stages().stream().anyMatch(stage -> stage.inputs().contains(input));
    }

    /** The results out of those of the blocks, which are rows now. */
    RowKernel finish() throws Unsupported {
        List<Node> partials = kernel.partials();
        load(kernel.inputs().stream().filter(input -> input.mask() == 0).toList());
        compute(kernel.uniformOps());
        List<Value.Lanes> reduced = accumulators();
        next(false);
        for (int i = 0; i < partials.size(); i++) {
            loads.add(transfers.partial(i, TileShape.TILE));
            Value value = values.loaded(Region.LOADED, i, DType.F32, TileShape.TILE);
            values.reduceInto(
                    operation(partials.get(i)),
                    reduced.get(i),
                    value,
                    partials.get(i).origin());
        }
        next(false);
        for (int i = 0; i < partials.size(); i++) {
            expressions.declare(names.value(partials.get(i)), reduced.get(i));
        }
        load(kernel.finish().inputs());
        compute(kernel.finish().computed());
        store(kernel.finish().stores());
        end(false);
        Dim blocks = Partition.blocks(kernel);
        return kernel(kernel.functions().get(1), List.of(blocks), Optional.of(blocks), false);
    }

    private List<Value.Lanes> accumulators() {
        return kernel.partials().stream()
                .map(partial -> values.accumulator(
                        new Expression.Identity(partial), partial.dtype().computed(), TileShape.LANES))
                .toList();
    }
}
