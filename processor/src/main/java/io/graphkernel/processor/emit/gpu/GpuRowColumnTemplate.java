package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Column reductions that reduce rows too: a group walks the rows of a fixed block. Where a row is one pack of each thread
 * of a team, teams walk rows side by side, and each thread accumulates its columns in registers. Else the group walks
 * them one by one, and each thread adds to the partial results of its own columns in memory. Both are loops of which one
 * has no turn, not a condition: some compilers for CPUs cannot divide what waits under one.
 */
final class GpuRowColumnTemplate extends GpuTemplate {

    private final Packs packs;
    private final GpuPartials partials;

    GpuRowColumnTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
        this.packs = new Packs(kernel, dialect, body, code);
        this.partials = new GpuPartials(this);
    }

    @Override
    void print() {
        openKernel(kernel.name(), Math.max(JOINED, packs.size()));
        partials.declare();
        integer("inner", CNames.dim(space.inner()));
        integer("rows", CNames.dim(space.rows()));
        integer("across", "gk_parts(inner, " + packs.size() + ")");
        count("team", "gk_threads(across, GK_GROUP_THREADS)");
        count("teams", "GK_GROUP_THREADS / team");
        count("member", "GK_THREAD & (team - 1)");
        packs.declare(List.of(), "member", "team");
        openItems("blocks");
        partials.writeBlock("item", "rows");
        partials.writeColumns("item");
        count("one", "across <= team");
        integer("walked", "one ? last : first");
        packs.declareAccumulators(kernel.partials());
        writeRows("first", "walked", (reduction, value) -> kernel.partials().contains(reduction)
                ? packs.accumulated(reduction, "present && active", value)
                : "");
        writeJoins();
        writeRows("walked", "last", (reduction, value) -> kernel.partials().contains(reduction)
                ? inMemory(reduction, value)
                : "");
        code.close();
        closeKernel();
        new ColumnFinish(this, partials).print();
    }

    private void writeRows(String from, String to, Packs.Accumulation accumulation) {
        RowTeams teams = new RowTeams(this, packs);
        code.open("for (gk_int64 begin = %s; begin < %s; begin += teams)", from, to);
        integer("mine", "begin + GK_THREAD / team");
        count("active", "mine < " + to);
        integer("row", "active ? mine : " + to + " - 1");
        writeRow();
        for (Stage stage : kernel.unbufferedStages()) {
            teams.writeStage(stage, "active", kernel.rowReductions(stage), accumulation);
        }
        if (updatesRows()) {
            code.line("GK_BARRIER();");
        }
        writeRowStores("active && member == 0");
        code.close();
    }

    /** The columns of all teams, stored by the first one. */
    private void writeJoins() {
        for (Node reduction : kernel.partials()) {
            code.line(
                    "gk_join_teams_%s(%s, %d, team, exchange);",
                    CTypes.function(reduction), packs.packed(reduction), packs.size());
        }
        packs.openElements();
        code.line("const int own = start + e * step;");
        code.open("if (one && GK_THREAD < team && own < inner)");
        partials.storeColumns("own", reduction -> packs.packed(reduction) + "[e]");
        code.close();
        code.close();
    }

    /** The first row of a block is all that is accumulated yet. */
    private String inMemory(Node reduction, String value) {
        String place = dialect.partial(reduction) + " + " + column();
        String before = "row == first ? " + dialect.identity(reduction) + " : gk_load(" + place + ")";
        return "if (present) gk_store(" + place + ", " + dialect.combined(reduction, "(" + before + ")", value) + ")";
    }
}
