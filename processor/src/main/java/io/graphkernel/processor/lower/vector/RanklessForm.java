package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/** Elementwise kernels over shapes that are known only at the call: two functions, of which the stub takes one. */
final class RanklessForm extends VectorLowering {

    private final Expression description;
    private final List<Buffer> moving;

    RanklessForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.description = Code.number(kernel.layout().broadcastSlot());
        this.moving =
                kernel.inputs().stream().filter(input -> input.mask() != 0).toList();
    }

    @Override
    void lower() {
        function(kernel.name() + "_flat", this::lowerFlat);
        function(kernel.name() + "_rows", this::lowerRows);
    }

    /** All operands walk the same elements, or stay at their only one; the parallel range counts elements. */
    private void lowerFlat() {
        uniform.declareSteps();
        Expression allUnit = moving.stream()
                .<Expression>map(input -> Code.integer(names.step(input.value())))
                .reduce(Code::and)
                .orElse(Code.ALWAYS);
        Scope scope = withHead(uniform, Builtin.BEGIN, Code.minus(Builtin.END, Builtin.BEGIN));
        for (StageFunction stage : stages) {
            code.when(allUnit, () -> lowerRange(stage, scope, true), () -> lowerRange(stage, scope, false));
        }
    }

    private void lowerRange(StageFunction stage, Scope scope, boolean unitSteps) {
        new VectorLoop(code, stage, scope, unitSteps).lower(Builtin.BEGIN, Builtin.END);
    }

    /** Operands broadcast along outer axes; the parallel range counts rows. */
    private void lowerRows() {
        uniform.declareSteps();
        code.let(Bases.INNER, Code.call("broadcast_inner", description));
        code.loop(ROW, Builtin.BEGIN, Builtin.END, () -> {
            for (Buffer input : moving) {
                Expression offset = Code.call("broadcast_offset", description, Code.number(input.slot()), ROW);
                bases.declare(input, "_row", bases.of(input), List.of(offset));
            }
            for (Buffer output : kernel.outputs()) {
                if (output.mask() != 0) {
                    bases.declare(output, "_row", bases.of(output), List.of(Code.times(ROW, Bases.INNER)));
                }
            }
            Scope scope = withHead(Scope.ofAll(bases, "_row"), Bases.INNER);
            stages.forEach(stage -> new VectorLoop(code, stage, scope).lower(ZERO, Bases.INNER));
        });
    }
}
