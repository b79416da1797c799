package io.graphkernel.processor.lower.gpu;

import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.PartialResults;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Emitter of column reductions: a thread block reduces some columns of a fixed block of rows, then a second function
 * combines the partial results.
 */
final class GpuColumnEmitter extends GpuLowering {

    private final PartialResults partials;
    private final ColumnThreadMapping columns = new ColumnThreadMapping(this);

    GpuColumnEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.partials = new PartialResults(kernel, names, body, code);
    }

    @Override
    List<Function> functions() {
        Function blocks = function(kernel.name(), EXCHANGED_VALUES, () -> {
            partials.declare();
            declareInner();
            declareRowCount();
            columns.declare(partials.itemsPerBlock());
            forEachItem(CodeBuilder.times(partials.blockCount(), ColumnThreadMapping.COLUMN_TILES), this::lowerItem);
        });
        return List.of(blocks, GpuColumnFinalReduction.function(this, partials));
    }

    private void lowerItem() {
        Variable item = CodeBuilder.int64Variable("item");
        Expression block = CodeBuilder.div(item, ColumnThreadMapping.COLUMN_TILES);
        partials.declareBlock(block, rows);
        partials.declareColumns(block);
        columns.declareColumn(CodeBuilder.modulo(item, ColumnThreadMapping.COLUMN_TILES));
        partials.declareAccumulators();
        Stage stage = kernel.body().unbufferedStages().get(0);
        Expression begin = CodeBuilder.plus(partials.firstItem(), ColumnThreadMapping.COLUMN_THREAD);
        code.loop(row, begin, partials.itemEnd(), ColumnThreadMapping.THREADS_PER_COLUMN, unroll(stage), () -> {
            declareRow();
            element(stage, storedIf(present));
            storeRowResults(isZero(CodeBuilder.int64Variable("own")));
        });
        kernel.partials().forEach(columns::combine);
        code.ifThen(columns.isFirstThread(), () -> partials.storeColumns(column(), body::accumulator));
    }
}
