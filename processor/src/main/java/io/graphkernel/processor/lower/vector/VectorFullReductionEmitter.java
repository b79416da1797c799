package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.PartialResults;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.ScheduledKernel;

/** Emitter of full reductions: partial results over fixed blocks of elements or rows, then the second phase. */
final class VectorFullReductionEmitter extends VectorLowering {

    VectorFullReductionEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    @Override
    void lower() {
        StageFunction stage = stages.get(0);
        boolean flat = space.outer().isEmpty();
        Variable rows = CodeBuilder.int64Variable("rows");
        Variable item = CodeBuilder.int64Variable("item");
        PartialResults partials = new PartialResults(kernel, names, uniform, code);
        function(kernel.name(), () -> {
            declareInner();
            if (!flat) {
                code.declareFinal(rows, CodeBuilder.size(space.rows()));
            }
            partials.declare();
            code.loop(item, Builtin.RANGE_BEGIN, Builtin.RANGE_END, () -> {
                partials.declareBlock(item, flat ? BasePointers.INNER : rows);
                declareAccumulators(stage, UnrollPolicy.factor(stage));
                if (flat) {
                    new VectorLoopEmitter(code, stage, uniform).lower(partials.firstItem(), partials.itemEnd());
                } else {
                    code.loop(ROW, partials.firstItem(), partials.itemEnd(), () -> {
                        LoopScope scope = declareRow(ROW, "_row");
                        new VectorLoopEmitter(code, stage, scope).lower(ZERO, BasePointers.INNER);
                    });
                }
                partials.storeFull(item, reduction -> reduceAccumulators(stage, uniform, reduction));
            });
        });
        new VectorFinalReduction(this).lowerFull(partials);
    }
}
