package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rows that are computed by themselves, whole or in parts of their lanes. */
final class RowStages extends RowBody {

    RowStages(Kernel kernel, Names names, Set<TileShape> constant) throws Unsupported {
        super(kernel, names, constant);
    }

    /** All stages one after the other over lanes that are in local memory together. */
    RowKernel whole() throws Unsupported {
        find(kernel.ops());
        load(kernel.inputs());
        count(kernel.indices());
        compute(kernel.uniformOps());
        compute(kernel.rowOps());
        for (Stage stage : kernel.stages()) {
            compute(stage.computed());
            for (TileReduction reduction : reductions(stage.reductions())) {
                declare(reduction, values.reduced(reduction, combined(reduction)));
            }
            compute(stage.rowOps());
        }
        for (Stage stage : kernel.stages()) {
            store(stage.stores());
        }
        store(kernel.rowStores());
        store(kernel.uniformStores());
        end(false);
        return kernel(kernel.name(), transfers.outer(), Optional.empty(), space.form() != Form.ELEMENTWISE);
    }

    /** Each stage in a loop over parts of the lanes; before, between and after them what each row has one element of. */
    RowKernel inParts() throws Unsupported {
        outlives = true;
        findOfRows();
        load(kernel.inputs().stream()
                .filter(input -> space.levelOf(input.mask()) != Level.ELEMENT)
                .toList());
        count(kernel.indices().stream()
                .filter(index -> space.levelOf(index.mask()) != Level.ELEMENT)
                .toList());
        compute(kernel.uniformOps());
        compute(kernel.rowOps());
        for (Stage stage : kernel.unbufferedStages()) {
            List<Value.Lanes> parts = new ArrayList<>();
            List<TileReduction> reductions = reductions(stage.reductions());
            for (TileReduction reduction : reductions) {
                parts.add(values.accumulator(reduction, TileShape.PARTS));
            }
            next(false);
            find(stage.computed());
            load(stage.inputs());
            count(indices(stage));
            compute(stage.computed());
            for (int i = 0; i < parts.size(); i++) {
                reduceInto(reductions.get(i), parts.get(i));
            }
            store(stage.stores());
            next(true);
            expressions.forgetLanes();
            for (int i = 0; i < parts.size(); i++) {
                declare(reductions.get(i), values.joined(reductions.get(i), parts.get(i)));
            }
            compute(stage.rowOps());
        }
        store(kernel.rowStores());
        end(false);
        return kernel(kernel.name(), transfers.outer(), Optional.empty(), false);
    }
}
