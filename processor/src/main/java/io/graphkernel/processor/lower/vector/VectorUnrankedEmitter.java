package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.lower.ArgumentLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;

/** Emitter of elementwise kernels over unranked shapes: two functions, one of which the stub launches. */
final class VectorUnrankedEmitter extends VectorLowering {

    private final Expression description;
    private final List<Buffer> moving;

    VectorUnrankedEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.description = CodeBuilder.constant(kernel.layout().broadcastSlot());
        this.moving = kernel.buffers().inputs().stream()
                .filter(input -> input.mask() != 0)
                .toList();
    }

    @Override
    void lower() {
        function(kernel.name() + "_flat", this::lowerFlat);
        function(kernel.name() + "_rows", this::lowerRowLoop);
    }

    /** Lowers operands of equal shapes and scalars; the parallel range counts elements. */
    private void lowerFlat() {
        new ArgumentLowering(uniform).declareSteps();
        Expression allUnit = moving.stream()
                .<Expression>map(input -> CodeBuilder.int64Variable(names.step(input.value())))
                .reduce(CodeBuilder::and)
                .orElse(CodeBuilder.TRUE);
        LoopScope scope = withPeeledPrologue(
                uniform, Builtin.RANGE_BEGIN, CodeBuilder.minus(Builtin.RANGE_END, Builtin.RANGE_BEGIN));
        for (StageFunction stage : stages) {
            code.ifThenElse(allUnit, () -> lowerRange(stage, scope, true), () -> lowerRange(stage, scope, false));
        }
    }

    private void lowerRange(StageFunction stage, LoopScope scope, boolean unitSteps) {
        new VectorLoopEmitter(code, stage, scope, unitSteps).lower(Builtin.RANGE_BEGIN, Builtin.RANGE_END);
    }

    /** Lowers operands that are broadcast along outer axes; the parallel range counts rows. */
    private void lowerRowLoop() {
        new ArgumentLowering(uniform).declareSteps();
        code.declareFinal(BasePointers.INNER, CodeBuilder.call("broadcast_inner", description));
        code.loop(ROW, Builtin.RANGE_BEGIN, Builtin.RANGE_END, () -> {
            for (Buffer input : moving) {
                Expression offset =
                        CodeBuilder.call("broadcast_offset", description, CodeBuilder.constant(input.slot()), ROW);
                basePointers.declare(input, "_row", basePointers.pointer(input), List.of(offset));
            }
            for (Buffer output : kernel.buffers().outputs()) {
                if (output.mask() != 0) {
                    basePointers.declare(
                            output,
                            "_row",
                            basePointers.pointer(output),
                            List.of(CodeBuilder.times(ROW, BasePointers.INNER)));
                }
            }
            LoopScope scope = withPeeledPrologue(LoopScope.ofAllBuffers(basePointers, "_row"), BasePointers.INNER);
            stages.forEach(stage -> new VectorLoopEmitter(code, stage, scope).lower(ZERO, BasePointers.INNER));
        });
    }
}
