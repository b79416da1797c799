package io.graphkernel.processor.lower.gpu;

import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;

/** Emitter of elementwise kernels over unranked shapes: two functions, one of which the stub launches. */
final class GpuUnrankedEmitter extends GpuLowering {

    private final VectorAccess access;
    private final GpuUnrankedLoopEmitter loops;
    private final List<Buffer> moving;
    private final Expression description;

    GpuUnrankedEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.access = new VectorAccess(this);
        this.loops = new GpuUnrankedLoopEmitter(this, access);
        this.moving = kernel.buffers().inputs().stream()
                .filter(input -> input.mask() != 0)
                .toList();
        this.description = CodeBuilder.constant(kernel.layout().broadcastSlot());
    }

    @Override
    List<Function> functions() {
        return List.of(
                function(kernel.name() + "_flat", 0, this::lowerFlat),
                function(kernel.name() + "_rows", 0, this::lowerRowLoop));
    }

    /** Emits the function for operands of equal shapes and scalars. */
    private void lowerFlat() {
        declareSteps();
        Expression elementCount = CodeBuilder.times(
                CodeBuilder.call("broadcast_inner", description), CodeBuilder.call("broadcast_rows", description));
        code.declareInt64(inner.name(), elementCount);
        movingBuffers().forEach(buffer -> declareBase(buffer, CodeBuilder.constant(0)));
        GpuFlatEmitter.lower(this, access, loops);
    }

    /** Emits the function for operands that are broadcast along outer axes: a team of threads per row. */
    private void lowerRowLoop() {
        declareSteps();
        code.declareInt64(inner.name(), CodeBuilder.call("broadcast_inner", description));
        code.declareInt64(rows.name(), CodeBuilder.call("broadcast_rows", description));
        Expression partialCount = CodeBuilder.call("block_count", inner, CodeBuilder.constant(access.width()));
        code.declareInt(RowThreadMapping.TEAM.name(), RowThreadMapping.teamSize(partialCount));
        RowThreadMapping.declareTeams(code);
        Expression begin = CodeBuilder.plus(
                CodeBuilder.times(Builtin.BLOCK_INDEX, RowThreadMapping.TEAMS), RowThreadMapping.teamIndex());
        code.loop(row, begin, rows, CodeBuilder.times(Builtin.BLOCK_COUNT, RowThreadMapping.TEAMS), Unroll.AUTO, () -> {
            declareOffsets();
            Expression first = CodeBuilder.times(row, inner);
            for (Buffer buffer : movingBuffers()) {
                declareBase(buffer, kernel.buffers().inputs().contains(buffer) ? offset(buffer) : first);
            }
            List<Expression> offsets = new ArrayList<>(List.of(first));
            moving.forEach(input -> offsets.add(offset(input)));
            access.declare(offsets);
            loops.lower(
                    kernel.body().unbufferedStages(),
                    new GpuLoopEmitter.Loop(
                            CodeBuilder.constant(0),
                            inner,
                            RowThreadMapping.TEAM_MEMBER,
                            RowThreadMapping.TEAM,
                            CodeBuilder.TRUE,
                            loops::accumulateInRegister));
        });
    }

    private List<Buffer> movingBuffers() {
        return body.buffers().stream().filter(buffer -> buffer.mask() != 0).toList();
    }

    private void declareBase(Buffer buffer, Expression offset) {
        code.declareFinal(loops.vectors.base(buffer), CodeBuilder.address(body.pointer(buffer), offset), Origin.NONE);
    }

    private static Variable offset(Buffer input) {
        return CodeBuilder.int64Variable("offset" + input.slot());
    }

    /** Declares the offsets of a row's operands, from the row's delinearized index. */
    private void declareOffsets() {
        moving.forEach(input -> code.declare(offset(input), CodeBuilder.constant(0)));
        Variable number = CodeBuilder.int64Variable("number");
        code.declare(number, row);
        Variable axes = code.declareInt("axes", CodeBuilder.call("broadcast_axes", description));
        Variable axisFromInnermost = CodeBuilder.intVariable("axis_from_innermost");
        code.loop(axisFromInnermost, CodeBuilder.constant(0), axes, () -> {
            Variable axis = code.declareInt(
                    "axis", CodeBuilder.minus(CodeBuilder.minus(axes, CodeBuilder.constant(1)), axisFromInnermost));
            Variable dim = code.declareInt64("dim", CodeBuilder.call("broadcast_dim", description, axis));
            Variable index = code.declareInt64("index", CodeBuilder.modulo(number, dim));
            for (Buffer input : moving) {
                Expression stride =
                        CodeBuilder.call("broadcast_stride", description, CodeBuilder.constant(input.slot()), axis);
                code.assign(offset(input), CodeBuilder.plus(offset(input), CodeBuilder.times(index, stride)));
            }
            code.assign(number, CodeBuilder.div(number, dim));
        });
    }

    private void declareSteps() {
        for (Buffer input : moving) {
            Expression step = CodeBuilder.call("broadcast_step", description, CodeBuilder.constant(input.slot()));
            code.declareInt(loops.step(input).name(), step);
        }
    }
}
