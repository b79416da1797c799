package io.graphkernel.processor.lower.gpu;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.CombineAccumulators;
import io.graphkernel.processor.lower.code.Expression.IdentityElement;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Emitter of strided reductions: several threads of a thread block share the middle loops of a column and combine their
 * accumulators.
 */
final class GpuStridedReductionEmitter extends GpuLowering {

    private final ColumnThreadMapping columns = new ColumnThreadMapping(this);
    private final Variable iterations = CodeBuilder.int64Variable("iterations");

    GpuStridedReductionEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), EXCHANGED_VALUES, () -> {
            declareInner();
            declareRowCount();
            code.declareInt64(iterations.name(), middleIterations());
            columns.declare(iterations);
            forEachItem(CodeBuilder.times(rows, ColumnThreadMapping.COLUMN_TILES), this::lowerItem);
        }));
    }

    private void lowerItem() {
        Variable item = CodeBuilder.int64Variable("item");
        code.declareInt64(row.name(), CodeBuilder.div(item, ColumnThreadMapping.COLUMN_TILES));
        indices.delinearize(row, 0, space.outer());
        columns.declareColumn(CodeBuilder.modulo(item, ColumnThreadMapping.COLUMN_TILES));
        body.computeRow();
        for (Stage stage : kernel.body().unbufferedStages()) {
            stage.reductions().forEach(body::declareAccumulator);
            if (stage.reductions().isEmpty()) {
                lowerIterations(stage, ColumnThreadMapping.COLUMN_THREAD, iterations);
            } else {
                lowerBlocks(stage);
            }
            stage.reductions().forEach(columns::combine);
            stage.reductions().forEach(body::declareResult);
            body.compute(stage.rowOps());
        }
        barrierBeforeRowStores();
        storeRowResults(columns.isFirstThread());
    }

    /** Emits a blocked accumulation: each block is accumulated separately, which keeps long sums accurate. */
    private void lowerBlocks(Stage stage) {
        Variable begin = CodeBuilder.int64Variable("begin");
        Expression step = CodeBuilder.times(
                CodeBuilder.constant(GpuModel.DEFAULT.access().iterationsPerBlock()),
                ColumnThreadMapping.THREADS_PER_COLUMN);
        code.loop(begin, CodeBuilder.constant(0), iterations, step, Unroll.AUTO, () -> {
            Variable end = code.declareInt64("end", CodeBuilder.min(CodeBuilder.plus(begin, step), iterations));
            for (Node reduction : stage.reductions()) {
                code.declareFinal(previousAccumulator(reduction), body.accumulator(reduction), Origin.NONE);
                code.assign(body.accumulator(reduction), new IdentityElement(reduction));
            }
            lowerIterations(stage, CodeBuilder.plus(begin, ColumnThreadMapping.COLUMN_THREAD), end);
            for (Node reduction : stage.reductions()) {
                Variable accumulator = body.accumulator(reduction);
                code.assign(
                        accumulator, new CombineAccumulators(reduction, previousAccumulator(reduction), accumulator));
            }
        });
    }

    private Variable previousAccumulator(Node reduction) {
        Variable accumulator = body.accumulator(reduction);
        return new Variable("before_" + accumulator.name(), accumulator.type());
    }

    private void lowerIterations(Stage stage, Expression from, Expression to) {
        Variable iteration = CodeBuilder.int64Variable("iteration");
        code.loop(iteration, from, to, ColumnThreadMapping.THREADS_PER_COLUMN, unroll(stage), () -> {
            indices.delinearize(iteration, space.outer().size(), space.middle());
            element(stage, storedIf(present));
        });
    }
}
