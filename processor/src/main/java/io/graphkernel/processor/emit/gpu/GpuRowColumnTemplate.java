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
        packs.declare(List.of());
        integer("across", packs.parts());
        count("team", "gk_threads(across, GK_GROUP_THREADS)");
        RowTeams teams = new RowTeams(this, packs);
        teams.declareMembers();
        openItems("blocks");
        partials.writeBlock("item", "rows");
        partials.writeColumns("item");
        count("one", "across <= team");
        integer("walked", "one ? last : first");
        packs.declareAccumulators(kernel.partials());
        writeRows(
                teams,
                "first",
                "walked",
                (reduction, accumulator, condition, value) -> teams.loops()
                        .inRegister(
                                reduction, accumulator, isPartial(reduction) ? active(condition) : condition, value));
        writeJoins();
        writeRows(
                teams,
                "walked",
                "last",
                (reduction, accumulator, condition, value) -> isPartial(reduction)
                        ? inMemory(reduction, condition, value)
                        : teams.loops().inRegister(reduction, accumulator, condition, value));
        code.close();
        closeKernel();
        new ColumnFinish(this, partials).print();
    }

    private boolean isPartial(Node reduction) {
        return kernel.partials().contains(reduction);
    }

    private static String active(String condition) {
        return condition.isEmpty() ? "active" : condition + " && active";
    }

    private void writeRows(RowTeams teams, String from, String to, PackLoops.Accumulation accumulation) {
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
                    CTypes.function(reduction), packs.accumulators(reduction), packs.size());
        }
        packs.openElements();
        code.line("const int own = packed ? %d * member + e : member;", packs.size());
        code.open("if (one && GK_THREAD < team && own < inner && (packed || e == 0))");
        partials.storeColumns("own", reduction -> packs.accumulators(reduction) + "[e]");
        code.close();
        code.close();
    }

    /** The first row of a block is all that is accumulated yet. */
    private String inMemory(Node reduction, String condition, String value) {
        String place = dialect.partial(reduction) + " + " + column();
        String before = "row == first ? " + dialect.identity(reduction) + " : gk_load(" + place + ")";
        String store = "gk_store(" + place + ", " + dialect.combined(reduction, "(" + before + ")", value) + ")";
        return condition.isEmpty() ? store : "if (" + condition + ") " + store;
    }
}
