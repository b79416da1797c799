package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Stage;

/** Loops over operands of which only the call says whether they move along the inner loop. */
final class RanklessLoops extends PackLoops {

    private final GroupLowering form;

    RanklessLoops(GroupLowering form, Packs packs) {
        super(form, packs);
        this.form = form;
    }

    /** The step of an operand along the inner loop: 0 or 1. */
    Variable step(Buffer input) {
        return Code.count(form.names.step(input.value()));
    }

    /** The form declares where rows begin. */
    @Override
    void declareBases(Stage stage) {}

    @Override
    void loadPack(Buffer input) {
        stage(loaded(input));
        form.code.when(step(input), () -> loadNeighbours(input), () -> loadStrided(input, Code.number(0)));
    }

    @Override
    Expression element(Buffer input, Variable index) {
        return new Load(Code.address(base(input), Code.times(index, step(input))));
    }
}
