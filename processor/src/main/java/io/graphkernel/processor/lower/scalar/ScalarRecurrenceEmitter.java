package io.graphkernel.processor.lower.scalar;

import io.graphkernel.processor.lower.ArgumentLowering;
import io.graphkernel.processor.lower.CarriedRegisters;
import io.graphkernel.processor.lower.ElementAccess;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Emitter of recurrences. The loop runs inside that of the elements if they are contiguous along it, else outside the
 * elements of a tile, so that memory is accessed contiguously.
 */
final class ScalarRecurrenceEmitter extends ScalarLowering {

    private final CarriedRegisters registers;

    ScalarRecurrenceEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.registers = new CarriedRegisters(kernel, names, body, code);
    }

    @Override
    List<Function> functions() {
        return List.of(function(
                kernel.name(),
                () -> forEachTileRange((first, end) -> {
                    body.computeRow();
                    if (kernel.buffers().tiling() == null) {
                        forEachIteration(() -> code.loop(column(), first, end, () -> lower(body.indexedAccess())));
                    } else {
                        code.loop(column(), first, end, () -> {
                            registers.declare();
                            forEachIteration(() -> lower(registers));
                            registers.store();
                        });
                    }
                })));
    }

    private void forEachIteration(Runnable loopBody) {
        Variable iteration = LoopIndices.of(space.outer().size());
        Expression extent = CodeBuilder.size(space.middle().get(0).extent());
        code.loop(iteration, CodeBuilder.constant(0), extent, () -> {
            new ArgumentLowering(body).declareIteration(iteration);
            loopBody.run();
        });
    }

    private void lower(ElementAccess elements) {
        for (Stage stage : kernel.body().stages()) {
            body.load(stage, elements);
            body.compute(stage.computed(), elements);
            body.accumulateAndStore(stage, elements);
        }
    }
}
