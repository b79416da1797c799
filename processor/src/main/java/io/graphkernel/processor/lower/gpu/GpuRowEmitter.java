package io.graphkernel.processor.lower.gpu;

import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Select;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Emitter of elementwise kernels over rows and of row reductions: a team of threads per row, sized by the row's
 * vectors.
 *
 * <p>If teams reduce, those without a row repeat the last one and store nothing, so that all threads reach the
 * barriers. Rows that fit are kept in registers; these are two loops, one of which has no iteration, since some OpenCL
 * compilers for CPUs cannot split a kernel at a barrier within a branch.
 */
final class GpuRowEmitter extends GpuLowering {

    private final RowThreadMapping teams;

    GpuRowEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.teams = new RowThreadMapping(this, new VectorAccess(this));
    }

    @Override
    List<Function> functions() {
        boolean reducesRows = kernel.reducesRows();
        return List.of(function(kernel.name(), reducesRows ? EXCHANGED_VALUES : 0, () -> {
            declareInner();
            declareRowCount();
            teams.declare();
            Expression begin = CodeBuilder.times(Builtin.BLOCK_INDEX, RowThreadMapping.TEAMS);
            Expression step = CodeBuilder.times(Builtin.BLOCK_COUNT, RowThreadMapping.TEAMS);
            if (teams.registers().isUsed()) {
                Expression fits = code.declareInt("fits", teams.registers().fits());
                forEachTeamRow(begin, new Select(fits, rows, CodeBuilder.constant(0)), step, this::lowerRegisterRow);
                forEachTeamRow(begin, new Select(fits, CodeBuilder.constant(0), rows), step, () -> lowerRow(active));
            } else if (reducesRows || updatesRowResults()) {
                forEachTeamRow(begin, rows, step, () -> lowerRow(active));
            } else {
                code.loop(row, CodeBuilder.plus(begin, RowThreadMapping.teamIndex()), rows, step, Unroll.AUTO, () -> {
                    declareRow();
                    lowerRow(CodeBuilder.TRUE);
                });
            }
        }));
    }

    private void forEachTeamRow(Expression begin, Expression end, Expression step, Runnable rowBody) {
        RowThreadMapping.forEachTeamRow(this, CodeBuilder.int64Variable("first"), begin, end, step, rowBody);
    }

    private void lowerRegisterRow() {
        teams.lowerRegisterRow();
        finishRow(active);
    }

    private void lowerRow(Expression storeCondition) {
        for (Stage stage : kernel.body().unbufferedStages()) {
            teams.lowerStage(stage, storeCondition, stage.reductions(), teams.loops()::accumulateInRegister);
        }
        finishRow(storeCondition);
    }
}
