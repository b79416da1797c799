package io.graphkernel.processor.lower.gpu;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.PartialResults;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Emitter of full reductions: each thread block reduces fixed blocks of elements or rows, then one thread block
 * combines the partial results.
 */
final class GpuFullReductionEmitter extends GpuLowering {

    private final VectorAccess access;
    private final PartialResults partials;
    private final RowThreadMapping teams;
    private final Variable item = CodeBuilder.int64Variable("item");

    GpuFullReductionEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.access = new VectorAccess(this);
        this.partials = new PartialResults(kernel, names, body, code);
        this.teams = new RowThreadMapping(this, access);
    }

    @Override
    List<Function> functions() {
        boolean flat = space.outer().isEmpty();
        Function blocks = function(kernel.name(), EXCHANGED_VALUES, () -> {
            partials.declare();
            declareInner();
            if (flat) {
                access.declare(List.of(partials.itemsPerBlock()));
            } else {
                declareRowCount();
                teams.declare();
            }
            forEachItem(partials.blockCount(), () -> lowerBlock(flat));
        });
        return List.of(blocks, finish());
    }

    private void lowerBlock(boolean flat) {
        partials.declareBlock(item, flat ? inner : rows);
        access.declareAccumulators(kernel.partials());
        Stage stage = kernel.body().unbufferedStages().get(0);
        GpuLoopEmitter loops = teams.loops();
        if (flat) {
            GpuLoopEmitter.Loop loop = new GpuLoopEmitter.Loop(
                    partials.firstItem(),
                    partials.itemEnd(),
                    Builtin.THREAD_INDEX,
                    Builtin.BLOCK_SIZE,
                    CodeBuilder.TRUE,
                    loops::accumulateInRegister);
            loops.lower(List.of(stage), loop);
        } else {
            Expression begin = CodeBuilder.plus(partials.firstItem(), RowThreadMapping.teamIndex());
            code.loop(row, begin, partials.itemEnd(), RowThreadMapping.TEAMS, Unroll.AUTO, () -> {
                declareRow();
                teams.lowerLoops(stage, CodeBuilder.TRUE, loops::accumulateInRegister);
            });
        }
        for (Node reduction : kernel.partials()) {
            Expression total = reduceAcrossThreads(
                    reduction, access.foldAccumulators(reduction), CodeBuilder.constant(1), Builtin.BLOCK_SIZE);
            code.declareFinal(body.accumulator(reduction), total, Origin.NONE);
        }
        code.ifThen(isZero(Builtin.THREAD_INDEX), () -> partials.storeFull(item));
    }

    /** Emits the second phase, in which one thread block combines all partial results. */
    private Function finish() {
        return functionWithoutStores(kernel.name() + "_finish", EXCHANGED_VALUES, () -> {
            partials.declare();
            partials.declareAccumulators();
            Variable partialBlock = CodeBuilder.int64Variable("partial_block");
            code.loop(
                    partialBlock,
                    Builtin.THREAD_INDEX,
                    partials.blockCount(),
                    Builtin.BLOCK_SIZE,
                    Unroll.AUTO,
                    () -> partials.combineFull(partialBlock));
            kernel.partials()
                    .forEach(reduction -> combineAcrossThreads(reduction, CodeBuilder.constant(1), Builtin.BLOCK_SIZE));
            body.lowerSecondPhase(kernel.body().finish());
            Expression isFirst = CodeBuilder.and(isZero(Builtin.BLOCK_INDEX), isZero(Builtin.THREAD_INDEX));
            code.ifThen(isFirst, () -> kernel.body().finish().stores().forEach(body::store));
        });
    }
}
