package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;

/** Elementwise kernels over shapes that are known only at the call: two functions, of which the stub takes one. */
final class RanklessForm extends GroupLowering {

    private final Packs packs;
    private final RanklessLoops loops;
    private final List<Buffer> moving;
    private final Expression description;

    RanklessForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.packs = new Packs(this);
        this.loops = new RanklessLoops(this, packs);
        this.moving =
                kernel.inputs().stream().filter(input -> input.mask() != 0).toList();
        this.description = Code.number(kernel.layout().broadcastSlot());
    }

    @Override
    List<Function> functions() {
        return List.of(
                function(kernel.name() + "_flat", 0, this::lowerFlat),
                function(kernel.name() + "_rows", 0, this::lowerRows));
    }

    /** All operands walk the same elements, or stay at their only one. */
    private void lowerFlat() {
        declareSteps();
        Expression all =
                Code.times(Code.call("broadcast_inner", description), Code.call("broadcast_rows", description));
        code.integer(inner.name(), all);
        movingBuffers().forEach(buffer -> declareBase(buffer, Code.number(0)));
        FlatForm.lower(this, packs, loops);
    }

    /** Operands broadcast along outer axes; a team of threads takes each row. */
    private void lowerRows() {
        declareSteps();
        code.integer(inner.name(), Code.call("broadcast_inner", description));
        code.integer(rows.name(), Code.call("broadcast_rows", description));
        Expression parts = Code.call("parts", inner, Code.number(packs.size()));
        code.count(RowTeams.TEAM.name(), Code.call("team", parts, rows));
        RowTeams.declareMembers(code);
        Expression begin = Code.plus(Code.times(Builtin.GROUP, RowTeams.TEAMS), RowTeams.number());
        code.loop(row, begin, rows, Code.times(Builtin.GROUPS, RowTeams.TEAMS), Unroll.FREE, () -> {
            declareOffsets();
            Expression first = Code.times(row, inner);
            for (Buffer buffer : movingBuffers()) {
                declareBase(buffer, kernel.inputs().contains(buffer) ? offset(buffer) : first);
            }
            List<Expression> offsets = new ArrayList<>(List.of(first));
            moving.forEach(input -> offsets.add(offset(input)));
            packs.declare(offsets);
            loops.lower(
                    kernel.unbufferedStages(),
                    new PackLoops.Loop(
                            Code.number(0), inner, RowTeams.MEMBER, RowTeams.TEAM, Code.ALWAYS, loops::inRegister));
        });
    }

    private List<Buffer> movingBuffers() {
        return body.buffers().stream().filter(buffer -> buffer.mask() != 0).toList();
    }

    private void declareBase(Buffer buffer, Expression offset) {
        code.let(loops.base(buffer), Code.address(body.pointer(buffer), offset), Origin.NONE);
    }

    private static Variable offset(Buffer input) {
        return Code.integer("offset" + input.slot());
    }

    /** Where the operands' elements of a row begin: the indices of the outer axes come from the row's number. */
    private void declareOffsets() {
        moving.forEach(input -> code.variable(offset(input), Code.number(0)));
        Variable number = Code.integer("number");
        code.variable(number, row);
        Variable axes = code.count("axes", Code.call("broadcast_axes", description));
        Variable walked = Code.count("walked");
        code.loop(walked, Code.number(0), axes, () -> {
            Variable axis = code.count("axis", Code.minus(Code.minus(axes, Code.number(1)), walked));
            Variable dim = code.integer("dim", Code.call("broadcast_dim", description, axis));
            Variable index = code.integer("index", Code.modulo(number, dim));
            for (Buffer input : moving) {
                Expression stride = Code.call("broadcast_stride", description, Code.number(input.slot()), axis);
                code.assign(offset(input), Code.plus(offset(input), Code.times(index, stride)));
            }
            code.assign(number, Code.over(number, dim));
        });
    }

    private void declareSteps() {
        for (Buffer input : moving) {
            Expression step = Code.call("broadcast_step", description, Code.number(input.slot()));
            code.count(loops.step(input).name(), step);
        }
    }
}
