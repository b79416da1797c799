package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** Prints how teams of threads walk rows: neighbouring threads share the inner loop, and beside them the middle ones. */
final class RowTeams {

    private final GpuTemplate template;
    private final Packs packs;
    private final PackLoops loops;
    private final CodeWriter code;
    private final boolean middle;

    RowTeams(GpuTemplate template, Packs packs) {
        this.template = template;
        this.packs = packs;
        this.loops = new PackLoops(template, packs);
        this.code = template.code;
        this.middle = !template.space.middle().isEmpty();
    }

    /** Declares the size of a team, how many of them a group has, and this thread's place in its own. */
    void declare() {
        packs.declare(List.of());
        template.integer("across", packs.parts());
        if (middle) {
            // Turns without elements would be many for nothing.
            template.integer("turns", "across > 0 ? " + template.middle() + " : 0");
        }
        template.count("team", "gk_team(across" + (middle ? " * turns" : "") + ", rows)");
        declareMembers();
        if (middle) {
            template.count("width", "gk_threads(across, team)");
        }
    }

    /** Declares how many teams a group has, and this thread's place in its own. */
    void declareMembers() {
        template.count("teams", "GK_GROUP_THREADS / team");
        template.count("member", "GK_THREAD & (team - 1)");
    }

    /** How the loops of a row are printed. */
    PackLoops loops() {
        return loops;
    }

    private String width() {
        return middle ? "width" : "team";
    }

    /**
     * One stage of a row: its loops, then the values of what it reduces within the row, and the ops on them.
     *
     * @param stored text of the condition under which results are stored; empty for always
     * @param reduced what the team reduces
     */
    void writeStage(Stage stage, String stored, List<Node> reduced, PackLoops.Accumulation accumulation) {
        packs.declareAccumulators(reduced);
        writeLoops(stage, stored, accumulation);
        for (Node reduction : reduced) {
            String value = GpuTemplate.joined(reduction, packs.folded(reduction), "1", "team");
            template.body.declare(reduction, template.dialect.result(reduction, value));
        }
        template.body.compute(stage.rowOps());
    }

    /** The loops of a stage over one row. */
    void writeLoops(Stage stage, String stored, PackLoops.Accumulation accumulation) {
        String member = middle ? "(member & (width - 1))" : "member";
        PackLoops.Loop loop = new PackLoops.Loop("0", "inner", member, width(), stored, accumulation);
        if (middle) {
            code.open("for (gk_int64 turn = member / width; turn < turns; turn += team / width)");
            template.body.decode("turn", template.space.outer().size(), template.space.middle());
        } else {
            code.block();
        }
        loops.write(List.of(stage), loop);
        code.close();
    }
}
