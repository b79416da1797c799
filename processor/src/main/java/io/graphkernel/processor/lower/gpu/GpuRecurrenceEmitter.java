package io.graphkernel.processor.lower.gpu;

import io.graphkernel.processor.lower.ArgumentLowering;
import io.graphkernel.processor.lower.CarriedRegisters;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;

/** Emitter of recurrences: each thread runs all iterations for one element. */
final class GpuRecurrenceEmitter extends GpuLowering {

    GpuRecurrenceEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    @Override
    List<Function> functions() {
        CarriedRegisters registers = new CarriedRegisters(kernel, names, body, code);
        return List.of(functionOfColumns(iterations -> {
            registers.declare();
            lowerIterations(registers, iterations);
            registers.store();
        }));
    }

    private void lowerIterations(CarriedRegisters registers, Variable iterations) {
        Variable iteration = LoopIndices.of(space.outer().size());
        code.loop(iteration, CodeBuilder.constant(0), iterations, () -> {
            new ArgumentLowering(body).declareIteration(iteration);
            kernel.body().unbufferedStages().forEach(stage -> element(stage, registers));
        });
    }
}
