package io.graphkernel.processor.lower.range;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.Partials;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression.Identity;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * Column reductions, of which some reduce rows too: partial results over fixed blocks of rows, then a second function that
 * joins them. The range counts blocks, then columns.
 */
final class ColumnForm extends RangeLowering {

    private final Partials partials;

    ColumnForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.partials = new Partials(kernel, names, body, code);
    }

    @Override
    List<Function> functions() {
        Variable item = Code.integer("item");
        Function blocks = function(kernel.name(), () -> {
            partials.declare();
            items(item, () -> lowerBlock(item));
        });
        Function finish = function(kernel.name() + "_finish", () -> {
            partials.declare();
            items(column(), () -> {
                partials.declareAccumulators();
                code.loop(item, Code.number(0), partials.blocks(), () -> {
                    partials.declareColumns(item);
                    partials.joinColumns(column());
                });
                body.finish(kernel.finish());
                kernel.finish().stores().forEach(body::store);
            });
        });
        return List.of(blocks, finish);
    }

    private void lowerBlock(Variable item) {
        partials.declareBlock(item, rowCount());
        partials.declareColumns(item);
        columns(() -> partials.storeColumns(column(), Identity::new));
        Variable row = Code.integer("row");
        code.loop(row, partials.first(), partials.last(), () -> {
            declareRow(row);
            kernel.stages().forEach(this::lowerStage);
            storeRow();
        });
    }

    /** One stage of a row, which adds to the partial results of the columns and may reduce the row. */
    private void lowerStage(Stage stage) {
        List<Node> added = new ArrayList<>(stage.reductions());
        added.retainAll(kernel.partials());
        List<Node> reduced = kernel.rowReductions(stage);
        reduced.forEach(body::declareAccumulator);
        columns(() -> {
            added.forEach(
                    partial -> code.variable(body.accumulator(partial), new Load(partials.column(partial, column()))));
            element(stage, column());
            added.forEach(partial -> code.store(partials.column(partial, column()), body.accumulator(partial)));
        });
        reduced.forEach(body::declareResult);
        body.compute(stage.rowOps());
    }
}
