package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.schedule.ScheduledKernel;

/**
 * Emitter of column reductions that accumulate in memory and may also reduce rows: the stages of a row reduction in
 * each block of rows, then the second phase.
 */
final class VectorRowColumnEmitter extends VectorRowEmitter {

    private final ColumnPartialResults partials = new ColumnPartialResults(this);

    VectorRowColumnEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    @Override
    void lowerRange(RowRangeLowering rows) {
        partials.forEachBlock(
                CodeBuilder.size(space.rows()), () -> rows.lower(partials.firstItem(), partials.itemEnd()));
    }

    @Override
    void lower() {
        super.lower();
        new VectorFinalReduction(this).lowerColumns(partials);
    }
}
