package io.graphkernel.processor.lower.gpu;

import io.graphkernel.processor.lower.PartialResults;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Unroll;

/** Second phase of a column reduction: several threads of a thread block share the row blocks of a column. */
final class GpuColumnFinalReduction {

    private GpuColumnFinalReduction() {}

    static Function function(GpuLowering emitter, PartialResults partials) {
        ColumnThreadMapping columns = new ColumnThreadMapping(emitter);
        CodeBuilder code = emitter.code;
        return emitter.functionWithoutStores(emitter.kernel.name() + "_finish", GpuLowering.EXCHANGED_VALUES, () -> {
            partials.declare();
            emitter.declareInner();
            columns.declare(partials.blockCount());
            emitter.forEachItem(ColumnThreadMapping.COLUMN_TILES, () -> {
                columns.declareColumn(CodeBuilder.int64Variable("item"));
                partials.declareAccumulators();
                Variable partialBlock = CodeBuilder.int64Variable("partial_block");
                code.loop(
                        partialBlock,
                        ColumnThreadMapping.COLUMN_THREAD,
                        partials.blockCount(),
                        ColumnThreadMapping.THREADS_PER_COLUMN,
                        Unroll.PARTIAL,
                        () -> {
                            partials.declareColumns(partialBlock);
                            partials.combineColumns(emitter.column());
                        });
                emitter.kernel.partials().forEach(columns::combine);
                emitter.body.lowerSecondPhase(emitter.kernel.body().finish());
                code.ifThen(
                        columns.isFirstThread(),
                        () -> emitter.kernel.body().finish().stores().forEach(emitter.body::store));
            });
        });
    }
}
