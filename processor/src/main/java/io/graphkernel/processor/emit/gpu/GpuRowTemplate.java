package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;

/**
 * Elementwise kernels over rows, and row reductions: a team of threads, as many as a row has packs, for each row. If
 * teams join what they accumulated, those without a row repeat the last one and store nothing, so that all threads of the
 * group wait together.
 */
final class GpuRowTemplate extends GpuTemplate {

    private final Packs packs;

    GpuRowTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
        this.packs = new Packs(kernel, dialect, body, code);
    }

    @Override
    void print() {
        boolean joins = kernel.reducesRows();
        boolean together = joins || updatesRows();
        openKernel(kernel.name(), joins ? JOINED : 0);
        integer("inner", CNames.dim(space.inner()));
        integer("rows", CNames.dim(space.rows()));
        RowTeams teams = new RowTeams(this, packs);
        teams.declare();
        if (together) {
            code.open("for (gk_int64 first = GK_GROUP * teams; first < rows; first += GK_GROUPS * teams)");
            integer("mine", "first + GK_THREAD / team");
            count("active", "mine < rows");
            integer("row", "active ? mine : rows - 1");
        } else {
            code.open("for (gk_int64 row = GK_GROUP * teams + GK_THREAD / team; row < rows; row += GK_GROUPS * teams)");
        }
        writeRow();
        for (Stage stage : kernel.unbufferedStages()) {
            teams.writeStage(
                    stage,
                    together ? "active" : "",
                    stage.reductions(),
                    teams.loops().inRegisters());
        }
        if (updatesRows()) {
            code.line("GK_BARRIER();");
        }
        writeRowStores(together ? "active && member == 0" : "member == 0");
        code.close();
        closeKernel();
    }
}
