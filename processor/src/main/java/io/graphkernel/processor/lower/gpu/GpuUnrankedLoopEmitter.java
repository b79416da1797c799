package io.graphkernel.processor.lower.gpu;

import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Stage;

/** Emitter of loops over operands of unranked shapes, whose inner stride is known only at the call. */
final class GpuUnrankedLoopEmitter extends GpuLoopEmitter {

    private final GpuLowering emitter;

    GpuUnrankedLoopEmitter(GpuLowering emitter, VectorAccess access) {
        super(emitter, access);
        this.emitter = emitter;
    }

    /** Returns the inner stride of an operand: 0 or 1. */
    Variable step(Buffer input) {
        return CodeBuilder.intVariable(emitter.names.step(input.value()));
    }

    /** The emitter declares the base pointers of rows. */
    @Override
    void declareBases(Stage stage) {}

    @Override
    void loadVector(Buffer input, Expression available, Expression isWhole) {
        vectors.declareRegisters(vectors.loaded(input));
        emitter.code.ifThenElse(
                step(input),
                () -> vectors.loadContiguous(input, vectors.loaded(input), FIRST, available, isWhole),
                () -> vectors.loadStrided(input, CodeBuilder.constant(0), available));
    }

    @Override
    Expression element(Buffer input, Variable index) {
        return new Load(CodeBuilder.address(vectors.base(input), CodeBuilder.times(index, step(input))));
    }
}
