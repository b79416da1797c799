package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;

/** Emitter of elementwise kernels and row reductions: a loop over elements, or over rows in one or more stages. */
class VectorRowEmitter extends VectorLowering {

    VectorRowEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    /** Lowering of a range of rows. */
    interface RowRangeLowering {
        void lower(Expression from, Expression to);
    }

    /** Lowers the rows of the parallel range, or the loop around them. */
    void lowerRange(RowRangeLowering rows) {
        rows.lower(Builtin.RANGE_BEGIN, Builtin.RANGE_END);
    }

    @Override
    void lower() {
        if (kernel.isFlat()) {
            function(kernel.name(), this::lowerFlat);
            return;
        }
        RowBlockEmitter blocks = new RowBlockEmitter(this);
        Dim inner = space.inner();
        boolean hasConstantExtent = inner instanceof Dim.Constant;
        boolean isShort = blocks.isApplicable()
                && !(inner instanceof Dim.Constant constant
                        && constant.size() > kernel.capabilities().tiling().maxShortRowElements());
        RowRangeLowering generic = blocks.isApplicable() && stages.stream().noneMatch(StageFunction::hasStores)
                ? blocks::lowerLong
                : this::lowerRowByRow;
        String shortRowsFunction = kernel.name() + "_short";
        if (isShort && hasConstantExtent) {
            function(kernel.name(), () -> lowerRowLoop(() -> {}, blocks::lowerShort));
        } else if (isShort) {
            function(Function.Kind.SPECIALIZATION, shortRowsFunction, () -> lowerRowLoop(() -> {}, blocks::lowerShort));
            function(kernel.name(), () -> lowerRowLoop(() -> dispatchShort(shortRowsFunction), generic));
        } else {
            function(kernel.name(), () -> lowerRowLoop(() -> {}, generic));
        }
    }

    /** Lowers the rows; the parallel range counts rows or blocks of them. */
    private void lowerRowLoop(Runnable before, RowRangeLowering rows) {
        declareInner();
        declareRowBuffers();
        before.run();
        lowerRange(rows);
    }

    /** Delegates short rows to a specialized function. */
    private void dispatchShort(String shortRowsFunction) {
        code.ifThen(
                new Binary(
                        Operator.LESS_EQUAL,
                        BasePointers.INNER,
                        CodeBuilder.constant(kernel.capabilities().tiling().maxShortRowElements())),
                () -> {
                    List<Expression> range =
                            List.of(Builtin.ARGUMENT_BLOCK, Builtin.RANGE_BEGIN, Builtin.RANGE_END, SCRATCH);
                    code.add(new Statement.Invoke(shortRowsFunction, range));
                    code.add(new Statement.Return());
                });
    }

    /** Lowers one loop over elements, or none; the parallel range counts elements. */
    private void lowerFlat() {
        LoopScope scope = withPeeledPrologue(
                uniform, Builtin.RANGE_BEGIN, CodeBuilder.minus(Builtin.RANGE_END, Builtin.RANGE_BEGIN));
        stages.forEach(
                stage -> new VectorLoopEmitter(code, stage, scope).lower(Builtin.RANGE_BEGIN, Builtin.RANGE_END));
        kernel.body().uniformStores().forEach(store -> storeOne(store, List.of(), uniform));
    }

    /** Lowers all stages row by row, so that stores are spread over time. */
    private void lowerRowByRow(Expression from, Expression to) {
        code.loop(ROW, from, to, () -> {
            LoopScope row = declareRow(ROW, "_row");
            if (space.middle().isEmpty()) {
                row = withPeeledPrologue(row, BasePointers.INNER);
                Prefetching.emitSharedLines(this, row);
            }
            for (StageFunction stage : stages) {
                lowerStage(stage, row);
            }
            for (Buffer store : kernel.body().rowStores()) {
                storeOne(store, basePointers.rowOffset(store, ROW, "_row"), row);
            }
        });
    }

    private void lowerStage(StageFunction stage, LoopScope row) {
        declareAccumulators(stage, UnrollPolicy.factor(stage));
        if (!stage.hasEmptyLoop()) {
            middle.lowerAll(row, () -> {
                LoopScope scope = row.inMiddleLoops();
                if (!space.middle().isEmpty() && stage.mayPeel()) {
                    scope = withPeeledPrologue(scope, BasePointers.INNER);
                }
                new VectorLoopEmitter(code, stage, scope).lower(ZERO, BasePointers.INNER);
            });
        }
        for (Node reduction : stage.reductions()) {
            row.declareResult(reduction, reduceAccumulators(stage, row, reduction));
        }
        row.compute(stage.stage().rowOps());
    }
}
