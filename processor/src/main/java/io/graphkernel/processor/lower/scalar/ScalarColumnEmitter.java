package io.graphkernel.processor.lower.scalar;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.PartialResults;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression.IdentityElement;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * Emitter of column reductions, which may also reduce rows: partial results over fixed blocks of rows, then a second
 * function that combines them. The range counts blocks, then columns.
 */
final class ScalarColumnEmitter extends ScalarLowering {

    private final PartialResults partials;

    ScalarColumnEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.partials = new PartialResults(kernel, names, body, code);
    }

    @Override
    List<Function> functions() {
        Variable item = CodeBuilder.int64Variable("item");
        Function blocks = function(kernel.name(), () -> {
            partials.declare();
            forEachItem(item, () -> lowerBlock(item));
        });
        Function finish = function(kernel.name() + "_finish", () -> {
            partials.declare();
            forEachItem(column(), () -> {
                partials.declareAccumulators();
                code.loop(item, CodeBuilder.constant(0), partials.blockCount(), () -> {
                    partials.declareColumns(item);
                    partials.combineColumns(column());
                });
                body.lowerSecondPhase(kernel.body().finish());
                kernel.body().finish().stores().forEach(body::store);
            });
        });
        return List.of(blocks, finish);
    }

    private void lowerBlock(Variable item) {
        partials.declareBlock(item, rowCount());
        partials.declareColumns(item);
        forEachColumn(() -> partials.storeColumns(column(), IdentityElement::new));
        Variable row = CodeBuilder.int64Variable("row");
        code.loop(row, partials.firstItem(), partials.itemEnd(), () -> {
            declareRow(row);
            kernel.body().stages().forEach(this::lowerStage);
            storeRowResults();
        });
    }

    /** Lowers a stage of a row, which accumulates into the columns' partial results and may reduce the row. */
    private void lowerStage(Stage stage) {
        List<Node> columnReductions = new ArrayList<>(stage.reductions());
        columnReductions.retainAll(kernel.partials());
        List<Node> rowReductions = kernel.rowReductions(stage);
        rowReductions.forEach(body::declareAccumulator);
        forEachColumn(() -> {
            columnReductions.forEach(partial ->
                    code.declare(body.accumulator(partial), new Load(partials.columnAddress(partial, column()))));
            lowerElement(stage, column());
            columnReductions.forEach(
                    partial -> code.store(partials.columnAddress(partial, column()), body.accumulator(partial)));
        });
        rowReductions.forEach(body::declareResult);
        body.compute(stage.rowOps());
    }
}
