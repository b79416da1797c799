package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.ScheduledKernel;

/**
 * Emitter of scans along the innermost axis: vectors run along it, and the accumulator is carried from vector to
 * vector.
 */
final class VectorScanEmitter extends VectorLowering {

    VectorScanEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    @Override
    void lower() {
        StageFunction stage = stages.get(0);
        Variable scanned = CodeBuilder.int64Variable("scanned");
        function(kernel.name(), () -> {
            code.declareFinal(scanned, CodeBuilder.size(space.middle().get(0).extent()));
            code.loop(ROW, Builtin.RANGE_BEGIN, Builtin.RANGE_END, () -> {
                LoopScope row = declareRow(ROW, "_row");
                declareAccumulators(stage, 1);
                VectorLoopEmitter loop = new VectorLoopEmitter(code, stage, row);
                if (isReverse()) {
                    loop.lowerBackwards(scanned);
                } else {
                    loop.lower(ZERO, scanned);
                }
            });
        });
    }
}
