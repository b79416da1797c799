package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.Partials;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Combined;
import io.graphkernel.processor.lower.code.Expression.Conditional;
import io.graphkernel.processor.lower.code.Expression.Identity;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Column reductions that reduce rows too: a group walks the rows of a fixed block. Where a row is one pack of each thread
 * of a team, teams walk rows side by side, and each thread accumulates its columns in registers. Else the group walks
 * them one by one, and each thread adds to the partial results of its own columns in memory. Both are loops of which one
 * has no iteration, not a condition: some compilers for CPUs cannot divide what waits under one.
 */
final class RowColumnForm extends GroupLowering {

    private final Packs packs;
    private final Partials partials;
    private final RowTeams teams;

    RowColumnForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.packs = new Packs(this);
        this.partials = new Partials(kernel, names, body, code);
        this.teams = new RowTeams(this, packs);
    }

    @Override
    List<Function> functions() {
        Function blocks = function(kernel.name(), Math.max(JOINED, packs.size()), () -> {
            partials.declare();
            declareInner();
            declareRows();
            packs.declare(List.of());
            code.integer(RowTeams.ACROSS.name(), packs.parts());
            code.count(RowTeams.TEAM.name(), Code.call("threads", RowTeams.ACROSS, Builtin.GROUP_THREADS));
            RowTeams.declareMembers(code);
            items(partials.blocks(), this::lowerBlock);
        });
        return List.of(blocks, ColumnFinish.function(this, partials));
    }

    private void lowerBlock() {
        Variable item = Code.integer("item");
        partials.declareBlock(item, rows);
        partials.declareColumns(item);
        Variable one = code.count("one", new Binary(Operator.LESS_EQUAL, RowTeams.ACROSS, RowTeams.TEAM));
        Variable walked = code.integer("walked", new Conditional(one, partials.last(), partials.first()));
        packs.declareAccumulators(kernel.partials());
        lowerRows(partials.first(), walked, (reduction, accumulator, condition, value) -> {
            Expression isThere = isPartial(reduction) ? Code.and(condition, active) : condition;
            teams.loops().inRegister(reduction, accumulator, isThere, value);
        });
        joinTeams(one);
        lowerRows(walked, partials.last(), (reduction, accumulator, condition, value) -> {
            if (isPartial(reduction)) {
                inMemory(reduction, condition, value);
            } else {
                teams.loops().inRegister(reduction, accumulator, condition, value);
            }
        });
    }

    private boolean isPartial(Node reduction) {
        return kernel.partials().contains(reduction);
    }

    private void lowerRows(Expression from, Expression to, PackLoops.Accumulation accumulation) {
        RowTeams.together(this, Code.integer("begin"), from, to, RowTeams.TEAMS, () -> {
            for (Stage stage : kernel.unbufferedStages()) {
                teams.lowerStage(stage, active, kernel.rowReductions(stage), accumulation);
            }
            awaitRow();
            storeRow(Code.and(active, isZero(RowTeams.MEMBER)));
        });
    }

    /** The columns of all teams, stored by the first one. */
    private void joinTeams(Variable one) {
        for (Node reduction : kernel.partials()) {
            code.effect(Code.call(
                    "join_teams_" + Scalars.combiner(reduction),
                    packs.accumulators(reduction),
                    Code.number(packs.size()),
                    RowTeams.TEAM,
                    exchange()));
        }
        packs.elements(() -> {
            Expression inPack = Code.plus(Code.times(Code.number(packs.size()), RowTeams.MEMBER), Packs.ELEMENT);
            Variable own = code.count("own", new Conditional(Packs.PACKED, inPack, RowTeams.MEMBER));
            Expression isFirstTeam = Code.and(one, Code.less(Builtin.THREAD, RowTeams.TEAM));
            Expression isOne = new Binary(Operator.OR, Packs.PACKED, isZero(Packs.ELEMENT));
            code.when(
                    Code.and(Code.and(isFirstTeam, Code.less(own, inner)), isOne),
                    () -> partials.storeColumns(own, reduction -> packs.accumulator(reduction, Packs.ELEMENT)));
        });
    }

    /** The first row of a block is all that is accumulated yet. */
    private void inMemory(Node reduction, Expression condition, Expression value) {
        Address address = partials.column(reduction, column());
        Expression isFirst = new Binary(Operator.EQUAL, row, partials.first());
        Expression before = new Conditional(isFirst, new Identity(reduction), new Load(address));
        code.when(condition, () -> code.store(address, new Combined(reduction, before, value)));
    }
}
