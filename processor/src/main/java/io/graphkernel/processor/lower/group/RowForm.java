package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Elementwise kernels over rows, and row reductions: a team of threads, as many as a row has packs, for each row. If
 * teams join what they accumulated, those without a row repeat the last one and store nothing, so that all threads of the
 * group wait together.
 */
final class RowForm extends GroupLowering {

    private final RowTeams teams;

    RowForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.teams = new RowTeams(this, new Packs(this));
    }

    @Override
    List<Function> functions() {
        boolean joins = kernel.reducesRows();
        return List.of(function(kernel.name(), joins ? JOINED : 0, () -> {
            declareInner();
            declareRows();
            teams.declare();
            Expression begin = Code.times(Builtin.GROUP, RowTeams.TEAMS);
            Expression step = Code.times(Builtin.GROUPS, RowTeams.TEAMS);
            if (joins || updatesRows()) {
                RowTeams.together(this, Code.integer("first"), begin, rows, step, () -> lowerRow(active));
            } else {
                code.loop(row, Code.plus(begin, RowTeams.number()), rows, step, Unroll.FREE, () -> {
                    declareRow();
                    lowerRow(Code.ALWAYS);
                });
            }
        }));
    }

    private void lowerRow(Expression stored) {
        for (Stage stage : kernel.unbufferedStages()) {
            teams.lowerStage(stage, stored, stage.reductions(), teams.loops()::inRegister);
        }
        awaitRow();
        storeRow(Code.and(stored, isZero(RowTeams.MEMBER)));
    }
}
