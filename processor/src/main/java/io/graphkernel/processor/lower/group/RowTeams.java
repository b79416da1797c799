package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Conditional;
import io.graphkernel.processor.lower.code.Expression.Narrowed;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** How teams of threads walk rows: neighbouring threads share the inner loop, and next to them the middle ones. */
final class RowTeams {

    private static final Variable ITERATIONS = Code.integer("iterations");
    private static final Variable WIDTH = Code.count("width");

    /** The inner parts of a row, the threads of a team, the teams of a group, and this thread's number in its team. */
    static final Variable ACROSS = Code.integer("across");

    static final Variable TEAM = Code.count("team");
    static final Variable TEAMS = Code.count("teams");
    static final Variable MEMBER = Code.count("member");

    private final GroupLowering form;
    private final Packs packs;
    private final PackLoops loops;
    private final Code code;
    private final boolean middle;

    RowTeams(GroupLowering form, Packs packs) {
        this.form = form;
        this.packs = packs;
        this.loops = new PackLoops(form, packs);
        this.code = form.code;
        this.middle = !form.space.middle().isEmpty();
    }

    /** Declares the size of a team, how many of them a group has, and this thread's place in its own. */
    void declare() {
        packs.declare(List.of());
        code.integer(ACROSS.name(), packs.parts());
        if (middle) {
            // Iterations without elements would be many for nothing.
            Expression isSome = new Binary(Operator.GREATER, ACROSS, Code.number(0));
            code.integer(ITERATIONS.name(), new Conditional(isSome, form.middle(), Code.number(0)));
        }
        Expression parts = middle ? Code.times(ACROSS, ITERATIONS) : ACROSS;
        code.count(TEAM.name(), Code.call("team", parts, form.rows));
        declareMembers(code);
        if (middle) {
            code.count(WIDTH.name(), Code.call("threads", ACROSS, TEAM));
        }
    }

    /** Declares how many teams a group has, and this thread's place in its own. */
    static void declareMembers(Code code) {
        code.count(TEAMS.name(), Code.over(Builtin.GROUP_THREADS, TEAM));
        code.count(MEMBER.name(), GroupLowering.within(TEAM));
    }

    /** The number of this thread's team in its group. */
    static Expression number() {
        return Code.over(Builtin.THREAD, TEAM);
    }

    /**
     * The loop of a group over rows from {@code from} on, in which each team has one. All threads stay in it together:
     * teams without a row repeat the last one, and are not {@code active}.
     */
    static void together(
            GroupLowering form, Variable first, Expression from, Expression to, Expression step, Runnable each) {
        form.code.loop(first, from, to, step, Unroll.FREE, () -> {
            Variable mine = form.code.integer("mine", Code.plus(first, number()));
            form.code.count(form.active.name(), Code.less(mine, to));
            Expression last = Code.minus(to, Code.number(1));
            form.code.integer(form.row.name(), new Conditional(form.active, mine, last));
            form.declareRow();
            each.run();
        });
    }

    /** How the loops of a row are lowered. */
    PackLoops loops() {
        return loops;
    }

    /**
     * One stage of a row: its loops, then the values of what it reduces within the row, and the ops on them.
     *
     * @param stored the condition under which results are stored
     * @param reduced what the team reduces
     */
    void lowerStage(Stage stage, Expression stored, List<Node> reduced, PackLoops.Accumulation accumulation) {
        packs.declareAccumulators(reduced);
        lowerLoops(stage, stored, accumulation);
        for (Node reduction : reduced) {
            Expression value = GroupLowering.joined(reduction, packs.folded(reduction), Code.number(1), TEAM);
            form.body.declare(reduction, new Narrowed(reduction, value));
        }
        form.body.compute(stage.rowOps());
    }

    /** The loops of a stage over one row. */
    void lowerLoops(Stage stage, Expression stored, PackLoops.Accumulation accumulation) {
        Expression member = middle ? new Binary(Operator.BITS_AND, MEMBER, Code.minus(WIDTH, Code.number(1))) : MEMBER;
        PackLoops.Loop loop =
                new PackLoops.Loop(Code.number(0), form.inner, member, middle ? WIDTH : TEAM, stored, accumulation);
        if (middle) {
            Variable iteration = Code.integer("iteration");
            code.loop(iteration, Code.over(MEMBER, WIDTH), ITERATIONS, Code.over(TEAM, WIDTH), Unroll.FREE, () -> {
                form.indices.decode(iteration, form.space.outer().size(), form.space.middle());
                loops.lower(List.of(stage), loop);
            });
        } else {
            code.block(() -> loops.lower(List.of(stage), loop));
        }
    }
}
