package io.graphkernel.processor.lower.gpu;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.ElementAccess;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.AddressOf;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.FromAccumulator;
import io.graphkernel.processor.lower.code.Expression.IdentityElement;
import io.graphkernel.processor.lower.code.Expression.Select;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Emitter of scans along the last axis: a team of threads scans adjacent elements of a row and carries the result to
 * the next ones.
 */
final class GpuScanEmitter extends GpuLowering {

    private final Node scan;
    private final boolean reverse;
    private final Variable iterations = CodeBuilder.int64Variable("iterations");

    GpuScanEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.scan = kernel.scan();
        this.reverse = scan.attributes().flag(Attributes.REVERSE);
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), EXCHANGED_VALUES, () -> {
            declareRowCount();
            code.declareInt64(iterations.name(), middleIterations());
            code.declareInt(RowThreadMapping.TEAM.name(), CodeBuilder.call("threads", iterations, Builtin.BLOCK_SIZE));
            RowThreadMapping.declareTeams(code);
            Expression begin = CodeBuilder.times(Builtin.BLOCK_INDEX, RowThreadMapping.TEAMS);
            Expression step = CodeBuilder.times(Builtin.BLOCK_COUNT, RowThreadMapping.TEAMS);
            RowThreadMapping.forEachTeamRow(
                    this, CodeBuilder.int64Variable("first"), begin, rows, step, this::lowerRow);
        }));
    }

    private void lowerRow() {
        body.declareAccumulator(scan);
        Variable begin = CodeBuilder.int64Variable("begin");
        code.loop(begin, CodeBuilder.constant(0), iterations, RowThreadMapping.TEAM, Unroll.AUTO, () -> {
            Expression number = reverse
                    ? CodeBuilder.plus(
                            CodeBuilder.minus(CodeBuilder.minus(iterations, begin), RowThreadMapping.TEAM),
                            RowThreadMapping.TEAM_MEMBER)
                    : CodeBuilder.plus(begin, RowThreadMapping.TEAM_MEMBER);
            Variable own = code.declareInt64("own", number);
            Expression isFromFirst =
                    CodeBuilder.and(active, new Binary(Operator.GREATER_EQUAL, own, CodeBuilder.constant(0)));
            code.declareInt(present.name(), CodeBuilder.and(isFromFirst, CodeBuilder.less(own, iterations)));
            Expression end = CodeBuilder.minus(iterations, CodeBuilder.constant(1));
            Expression clampedAbove = new Select(CodeBuilder.less(own, iterations), own, end);
            Expression clamped =
                    new Select(CodeBuilder.less(own, CodeBuilder.constant(0)), CodeBuilder.constant(0), clampedAbove);
            code.declareInt64(LoopIndices.of(space.outer().size()).name(), clamped);
            lowerElement();
        });
    }

    private void lowerElement() {
        Stage stage = kernel.body().unbufferedStages().get(0);
        ElementAccess elements = storedIf(present);
        body.load(stage, elements);
        for (Node node : stage.computed()) {
            if (node == scan) {
                body.declare(scan, new FromAccumulator(scan, scanCall()));
            } else {
                body.compute(List.of(node), elements);
            }
        }
        body.accumulateAndStore(stage, elements);
    }

    /** Returns the call that scans across the team; missing elements contribute the identity element. */
    private Expression scanCall() {
        Expression value = new Select(present, body.toAccumulator(scan), new IdentityElement(scan));
        boolean exclusive = scan.attributes().flag(Attributes.EXCLUSIVE);
        return CodeBuilder.call(
                "scan_" + ElementwiseLowering.combiner(scan),
                value,
                new AddressOf(body.accumulator(scan)),
                RowThreadMapping.TEAM,
                CodeBuilder.constant(reverse ? -1 : 1),
                CodeBuilder.constant(exclusive ? 1 : 0),
                exchangeMemory());
    }
}
