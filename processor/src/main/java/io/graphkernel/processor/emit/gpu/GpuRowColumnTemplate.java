package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Column reductions that reduce rows too: a group walks the rows of a fixed block one by one, and each thread adds to the
 * partial results of its own columns in memory.
 */
final class GpuRowColumnTemplate extends GpuTemplate {

    private final Packs packs;

    GpuRowColumnTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
        this.packs = new Packs(kernel, dialect, body, code);
    }

    @Override
    void print() {
        GpuPartials partials = new GpuPartials(this);
        openKernel(kernel.name(), true);
        partials.declare();
        integer("inner", CNames.dim(space.inner()));
        integer("rows", CNames.dim(space.rows()));
        count("team", "GK_GROUP_THREADS");
        count("member", "GK_THREAD");
        packs.declare(List.of(), "member", "team");
        RowTeams teams = new RowTeams(this, packs);
        openItems("blocks");
        partials.writeBlock("item", "rows");
        partials.writeColumns("item");
        code.open("for (gk_int64 row = first; row < last; ++row)");
        writeRow();
        for (Stage stage : kernel.unbufferedStages()) {
            teams.writeStage(stage, "", kernel.rowReductions(stage), this::accumulate);
        }
        if (updatesRows()) {
            code.line("GK_BARRIER();");
        }
        writeRowStores("member == 0");
        code.close();
        code.close();
        closeKernel();
        new ColumnFinish(this, partials).print();
    }

    /** The first row of a block is all that is accumulated yet. */
    private String accumulate(Node reduction, String value) {
        if (!kernel.partials().contains(reduction)) {
            return "";
        }
        String place = dialect.partial(reduction) + " + " + column();
        String before = "row == first ? " + dialect.identity(reduction) + " : gk_load(" + place + ")";
        return "if (present) gk_store(" + place + ", " + dialect.combined(reduction, "(" + before + ")", value) + ")";
    }
}
