package io.graphkernel.processor.lower.gpu;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Select;
import io.graphkernel.processor.lower.code.Expression.Variable;

/**
 * Mapping of columns to the threads of a thread block.
 *
 * <p>Adjacent threads process adjacent columns. Several threads share the iterations of the reduced loops; the number of
 * iterations alone determines how many.
 */
final class ColumnThreadMapping {

    /** Number of threads per column, columns per thread block, and the index of the current thread in its column. */
    static final Variable THREADS_PER_COLUMN = CodeBuilder.intVariable("column_threads");

    static final Variable COLUMNS_PER_BLOCK = CodeBuilder.intVariable("width");
    static final Variable COLUMN_THREAD = CodeBuilder.intVariable("column_thread");
    static final Variable COLUMN_TILES = CodeBuilder.int64Variable("tiles");

    private final GpuLowering emitter;
    private final CodeBuilder code;

    ColumnThreadMapping(GpuLowering emitter) {
        this.emitter = emitter;
        this.code = emitter.code;
    }

    /**
     * Declares the number of columns per thread block, the number of threads per column, and the current thread's
     * index.
     *
     * @param iterations number of shared iterations
     */
    void declare(Expression iterations) {
        code.declareInt(THREADS_PER_COLUMN.name(), CodeBuilder.call("ways", iterations));
        code.declareInt(COLUMNS_PER_BLOCK.name(), CodeBuilder.div(Builtin.BLOCK_SIZE, THREADS_PER_COLUMN));
        code.declareInt(COLUMN_THREAD.name(), CodeBuilder.div(Builtin.THREAD_INDEX, COLUMNS_PER_BLOCK));
        code.declareInt64(COLUMN_TILES.name(), CodeBuilder.call("block_count", emitter.inner, COLUMNS_PER_BLOCK));
    }

    /** Declares the current thread's column of a tile, clamped to the last column. */
    void declareColumn(Expression tile) {
        Expression number = CodeBuilder.plus(
                CodeBuilder.times(tile, COLUMNS_PER_BLOCK), GpuLowering.threadIndexWithin(COLUMNS_PER_BLOCK));
        Variable own = code.declareInt64("own", number);
        code.declareInt(emitter.present.name(), CodeBuilder.less(own, emitter.inner));
        Expression last = CodeBuilder.minus(emitter.inner, CodeBuilder.constant(1));
        code.declareInt64(emitter.column().name(), new Select(emitter.present, own, last));
    }

    /** Returns the condition that the current thread has a column and is its first thread. */
    Expression isFirstThread() {
        return CodeBuilder.and(emitter.present, GpuLowering.isZero(COLUMN_THREAD));
    }

    /** Combines the accumulators of a column's threads. */
    void combine(Node reduction) {
        emitter.combineAcrossThreads(reduction, COLUMNS_PER_BLOCK, THREADS_PER_COLUMN);
    }
}
