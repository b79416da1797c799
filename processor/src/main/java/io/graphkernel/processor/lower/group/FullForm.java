package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.Partials;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** Full reductions: a group reduces each of the fixed blocks of elements or of rows, then one joins the results. */
final class FullForm extends GroupLowering {

    private final Packs packs;
    private final Partials partials;
    private final RowTeams teams;
    private final Variable item = Code.integer("item");

    FullForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.packs = new Packs(this);
        this.partials = new Partials(kernel, names, body, code);
        this.teams = new RowTeams(this, packs);
    }

    @Override
    List<Function> functions() {
        boolean flat = space.outer().isEmpty();
        Function blocks = function(kernel.name(), JOINED, () -> {
            partials.declare();
            declareInner();
            if (flat) {
                packs.declare(List.of(partials.block()));
            } else {
                declareRows();
                teams.declare();
            }
            items(partials.blocks(), () -> lowerBlock(flat));
        });
        return List.of(blocks, finish());
    }

    private void lowerBlock(boolean flat) {
        partials.declareBlock(item, flat ? inner : rows);
        packs.declareAccumulators(kernel.partials());
        Stage stage = kernel.unbufferedStages().get(0);
        PackLoops loops = teams.loops();
        if (flat) {
            PackLoops.Loop loop = new PackLoops.Loop(
                    partials.first(),
                    partials.last(),
                    Builtin.THREAD,
                    Builtin.GROUP_THREADS,
                    Code.ALWAYS,
                    loops::inRegister);
            loops.lower(List.of(stage), loop);
        } else {
            Expression begin = Code.plus(partials.first(), RowTeams.number());
            code.loop(row, begin, partials.last(), RowTeams.TEAMS, Unroll.FREE, () -> {
                declareRow();
                teams.lowerLoops(stage, Code.ALWAYS, loops::inRegister);
            });
        }
        for (Node reduction : kernel.partials()) {
            Expression joined = joined(reduction, packs.folded(reduction), Code.number(1), Builtin.GROUP_THREADS);
            code.let(body.accumulator(reduction), joined, Origin.NONE);
        }
        code.when(isZero(Builtin.THREAD), () -> partials.storeFull(item));
    }

    /** One group joins the results of all blocks. */
    private Function finish() {
        return unstored(kernel.name() + "_finish", JOINED, () -> {
            partials.declare();
            partials.declareAccumulators();
            Variable part = Code.integer("part");
            code.loop(
                    part,
                    Builtin.THREAD,
                    partials.blocks(),
                    Builtin.GROUP_THREADS,
                    Unroll.FREE,
                    () -> partials.joinFull(part));
            kernel.partials().forEach(reduction -> join(reduction, Code.number(1), Builtin.GROUP_THREADS));
            body.finish(kernel.finish());
            Expression isFirst = Code.and(isZero(Builtin.GROUP), isZero(Builtin.THREAD));
            code.when(isFirst, () -> kernel.finish().stores().forEach(body::store));
        });
    }
}
