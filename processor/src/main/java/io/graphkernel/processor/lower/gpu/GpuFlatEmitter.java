package io.graphkernel.processor.lower.gpu;

import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;

/** Emitter of elementwise kernels over one loop, whose vectors are distributed over all threads of the launch. */
final class GpuFlatEmitter extends GpuLowering {

    GpuFlatEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    @Override
    List<Function> functions() {
        VectorAccess access = new VectorAccess(this);
        return List.of(function(kernel.name(), 0, () -> {
            declareInner();
            lower(this, access, new GpuLoopEmitter(this, access));
        }));
    }

    /** Emits the loops of all threads of a launch over {@code inner} elements. */
    static void lower(GpuLowering emitter, VectorAccess access, GpuLoopEmitter loops) {
        Variable threads =
                emitter.code.declareInt64("threads", CodeBuilder.times(Builtin.BLOCK_COUNT, Builtin.BLOCK_SIZE));
        Variable member = emitter.code.declareInt64(
                "member",
                CodeBuilder.plus(CodeBuilder.times(Builtin.BLOCK_INDEX, Builtin.BLOCK_SIZE), Builtin.THREAD_INDEX));
        access.declare(List.of());
        loops.lower(
                emitter.kernel.body().unbufferedStages(),
                new GpuLoopEmitter.Loop(
                        CodeBuilder.constant(0),
                        emitter.inner,
                        member,
                        threads,
                        CodeBuilder.TRUE,
                        loops::accumulateInRegister));
    }
}
