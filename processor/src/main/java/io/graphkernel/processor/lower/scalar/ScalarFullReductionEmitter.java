package io.graphkernel.processor.lower.scalar;

import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.PartialResults;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Emitter of full reductions: partial results over fixed blocks of elements or rows, then a second function that
 * combines them. The range counts blocks.
 */
final class ScalarFullReductionEmitter extends ScalarLowering {

    private final PartialResults partials;

    ScalarFullReductionEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.partials = new PartialResults(kernel, names, body, code);
    }

    @Override
    List<Function> functions() {
        Variable item = CodeBuilder.int64Variable("item");
        Function blocks = function(kernel.name(), () -> {
            partials.declare();
            forEachItem(item, () -> {
                boolean flat = space.outer().isEmpty();
                partials.declareBlock(item, flat ? inner() : rowCount());
                partials.declareAccumulators();
                lowerBlock(flat);
                partials.storeFull(item);
            });
        });
        Function finish = function(kernel.name() + "_finish", () -> {
            partials.declare();
            partials.declareAccumulators();
            code.loop(item, CodeBuilder.constant(0), partials.blockCount(), () -> partials.combineFull(item));
            body.lowerSecondPhase(kernel.body().finish());
            kernel.body().finish().stores().forEach(body::store);
        });
        return List.of(blocks, finish);
    }

    private void lowerBlock(boolean flat) {
        Stage stage = kernel.body().stages().get(0);
        Variable index = flat ? LoopIndices.of(Math.max(0, space.dims().size() - 1)) : CodeBuilder.int64Variable("row");
        code.loop(index, partials.firstItem(), partials.itemEnd(), () -> {
            if (flat) {
                lowerElement(stage);
            } else {
                declareRow(index);
                forEachColumn(() -> lowerElement(stage));
            }
        });
    }
}
