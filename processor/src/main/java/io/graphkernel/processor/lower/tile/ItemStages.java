package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reductions of rows that lie within others: of lanes, each of which stays apart, or of rows and lanes together. Of an item all rows
 * are in local memory together, or each stage walks them in parts.
 */
final class ItemStages extends RowBody {

    /** Whether rows and lanes become one element; else a row of them. */
    private final boolean reducesLanes;

    ItemStages(Kernel kernel, Names names) throws Unsupported {
        super(kernel, names, constant(kernel, names), ofParts(kernel));
        this.reducesLanes = reducesLanes(kernel);
    }

    private static boolean reducesLanes(Kernel kernel) {
        return kernel.space().form() == Form.ROW_REDUCTION;
    }

    /** What a kernel has one element of is computed once, unless each item has another one. */
    private static Set<TileShape> constant(Kernel kernel, Names names) {
        boolean differs = kernel.inputs().stream()
                        .anyMatch(input -> input.mask() != 0
                                && (input.mask() & ~kernel.space().outerMask()) == 0)
                || kernel.indices().stream()
                        .anyMatch(index -> (index.mask() & kernel.space().outerMask()) != 0);
        return differs || reducesLanes(kernel) ? Set.of() : Set.of(TileShape.SINGLE, TileShape.UNIFORM);
    }

    private static Set<TileShape> ofParts(Kernel kernel) {
        return reducesLanes(kernel)
                ? Set.of(TileShape.TILE, TileShape.COLUMN, TileShape.BLOCKS, TileShape.LANES)
                : Set.of(TileShape.TILE, TileShape.COLUMN, TileShape.BLOCKS);
    }

    /** All stages one after the other over rows that are in local memory together. */
    RowKernel whole() throws Unsupported {
        find(kernel.ops());
        load(kernel.inputs());
        count(kernel.indices());
        compute(kernel.uniformOps());
        compute(kernel.rowOps());
        for (Stage stage : kernel.stages()) {
            compute(stage.computed());
            List<Value.Lanes> reduced = accumulators(stage);
            reduceInto(stage, reduced);
            declare(stage, reduced);
            compute(stage.rowOps());
        }
        for (Stage stage : kernel.stages()) {
            store(stage.stores());
        }
        store(kernel.rowStores());
        end(false);
        return items(true);
    }

    /** Each stage in a loop over parts of the rows; before, between and after them what an item has one element or row of. */
    RowKernel inParts() throws Unsupported {
        outlives = true;
        findOfRows();
        load(kernel.inputs().stream().filter(input -> !isWalked(input)).toList());
        count(kernel.indices().stream()
                .filter(index -> !values.isOfPart(transfers.shape(index)))
                .toList());
        compute(kernel.uniformOps());
        compute(kernel.rowOps());
        for (Stage stage : kernel.unbufferedStages()) {
            List<Value.Lanes> reduced = accumulators(stage);
            next(false);
            find(stage.computed());
            load(stage.inputs());
            count(indices(stage));
            compute(stage.computed());
            reduceInto(stage, reduced);
            store(stage.stores());
            next(true);
            expressions.forgetLanes();
            declare(stage, reduced);
            compute(stage.rowOps());
        }
        store(kernel.rowStores());
        end(false);
        return items(false);
    }

    private boolean isWalked(Buffer input) {
        return values.isOfPart(transfers.shape(input));
    }

    private List<Value.Lanes> accumulators(Stage stage) throws Unsupported {
        TileShape shape = reducesLanes ? TileShape.TOTAL : TileShape.LANES;
        return reductions(stage.reductions()).stream()
                .map(reduction -> values.accumulator(reduction, shape))
                .toList();
    }

    private void reduceInto(Stage stage, List<Value.Lanes> reduced) throws Unsupported {
        List<TileReduction> reductions = reductions(stage.reductions());
        for (int i = 0; i < reduced.size(); i++) {
            reduceInto(reductions.get(i), reduced.get(i));
        }
    }

    private void declare(Stage stage, List<Value.Lanes> reduced) throws Unsupported {
        List<TileReduction> reductions = reductions(stage.reductions());
        for (int i = 0; i < reduced.size(); i++) {
            TileReduction reduction = reductions.get(i);
            Value value = reduced.get(i);
            if (reducesLanes) {
                Value.Lanes one = values.joinedTotal(reduction, reduced.get(i));
                value = values.uniform(one, reduction.node().origin());
            }
            declare(reduction, value);
        }
    }

    private RowKernel items(boolean whole) {
        List<Dim> loops = space.outer().isEmpty() ? List.of() : transfers.outer();
        Items items = new Items(space.rows(), loops, Optional.empty(), reducesLanes);
        return kernel(kernel.name(), transfers.middle(), space.inner(), Optional.empty(), whole, Optional.of(items));
    }
}
