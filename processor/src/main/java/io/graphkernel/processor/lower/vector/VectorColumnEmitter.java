package io.graphkernel.processor.lower.vector;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.IntCast;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Emitter of column reductions of one operand: partial results over fixed blocks of rows, several rows at a time, then
 * the second phase.
 */
final class VectorColumnEmitter extends VectorLowering {

    /** Number of rows that are summed in registers before they are combined with the partial results. */
    private static final int ROWS_PER_STEP = CpuModel.DEFAULT.unrolling().columnRows();

    private static final Variable I = VectorLoopEmitter.I;

    private final ColumnPartialResults partials = new ColumnPartialResults(this);

    VectorColumnEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    @Override
    void lower() {
        Variable rows = CodeBuilder.int64Variable("rows");
        function(kernel.name(), () -> {
            code.declareFinal(rows, CodeBuilder.size(space.rows()));
            declareInner();
            partials.forEachBlock(rows, () -> {
                code.declare(ROW, partials.firstItem());
                code.whileStep(
                        ROW,
                        CodeBuilder.constant(ROWS_PER_STEP),
                        partials.itemEnd(),
                        () -> lowerRowLoop(ROWS_PER_STEP));
                code.whileStep(ROW, CodeBuilder.constant(1), partials.itemEnd(), () -> lowerRowLoop(1));
            });
        });
        new VectorFinalReduction(this).lowerColumns(partials);
    }

    private void lowerRowLoop(int rows) {
        for (int row = 0; row < rows; row++) {
            declareRow(row == 0 ? ROW : CodeBuilder.plus(ROW, CodeBuilder.constant(row)), suffix(row));
        }
        code.declare(I, ZERO);
        LoopScope first = LoopScope.ofRow(basePointers, suffix(0));
        LoopScope scope = rows == 1 ? withPeeledPrologue(first, BasePointers.INNER) : first;
        declareNonTemporalStores(scope, rows);
        if (scope.hasPeeledPrologue()) {
            code.ifThen(greater(VectorLoopEmitter.PEEL_COUNT, ZERO), () -> {
                lowerVector(rows, new IntCast(VectorLoopEmitter.PEEL_COUNT));
                code.assign(I, VectorLoopEmitter.PEEL_COUNT);
            });
        }
        code.whileStep(I, Builtin.VECTOR_WIDTH, BasePointers.INNER, () -> {
            Prefetching.emitColumns(code, basePointers, scopes(rows));
            lowerVector(rows, Builtin.VECTOR_WIDTH);
        });
        code.ifThen(
                CodeBuilder.less(I, BasePointers.INNER),
                () -> lowerVector(rows, new IntCast(CodeBuilder.minus(BasePointers.INNER, I))));
    }

    /** Declares the condition of non-temporal stores: stored vectors are aligned in all rows. */
    private void declareNonTemporalStores(LoopScope first, int rows) {
        StageFunction stage = stages.get(0);
        if (!stage.hasStores()) {
            return;
        }
        Expression isAligned = VectorLoopEmitter.NON_TEMPORAL;
        for (int row = 0; row < rows; row++) {
            isAligned = stage.alignedCondition(
                    isAligned, row == 0 ? first : LoopScope.ofRow(basePointers, suffix(row)), ZERO);
        }
        code.declareFinal(StageFunction.NON_TEMPORAL_STORES, isAligned);
    }

    private List<LoopScope> scopes(int rows) {
        return IntStream.range(0, rows)
                .mapToObj(row -> LoopScope.ofRow(basePointers, suffix(row)))
                .toList();
    }

    private static String suffix(int row) {
        return "_row" + row;
    }

    private void lowerVector(int rows, Expression lanes) {
        partials.declareAccumulators();
        for (int row = 0; row < rows; row++) {
            code.add(stages.get(0)
                    .statement(new StageFunction.Call(
                            I, CodeBuilder.constant(1), lanes, LoopScope.ofRow(basePointers, suffix(row)), "", false)));
        }
        for (Node partial : kernel.partials()) {
            Expression before = partials.load(partial, lanes);
            Expression combined = combineVectors(partial, before, uniform.accumulator(partial), lanes);
            code.store(partials.columnAddress(partial, I), combined, lanes);
        }
    }
}
