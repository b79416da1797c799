package io.graphkernel.processor.lower.range;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Elements;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/** Elementwise kernels over shapes that are known only at the call: two functions, of which the stub takes one. */
final class RanklessForm extends RangeLowering {

    private static final Variable INDEX = Code.integer("i");

    private final Expression description;

    RanklessForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.description = Code.number(kernel.layout().broadcastSlot());
    }

    /** All operands walk the same elements, or stay at their only one; or they broadcast along outer axes. */
    @Override
    List<Function> functions() {
        Function flat = function(kernel.name() + "_flat", () -> {
            body.declareSteps();
            items(INDEX, () -> lowerStages(new RanklessElements(false)));
        });
        Function rows = function(kernel.name() + "_rows", () -> {
            body.declareSteps();
            Variable inner = code.integer("inner", Code.call("broadcast_inner", description));
            Variable row = Code.integer("row");
            items(row, () -> {
                declareRow(row, inner);
                code.loop(INDEX, Code.number(0), inner, () -> lowerStages(new RanklessElements(true)));
            });
        });
        return List.of(flat, rows);
    }

    /** The addresses at which a row's operands and results begin. */
    private void declareRow(Variable row, Variable inner) {
        for (Buffer buffer : body.buffers()) {
            if (buffer.mask() == 0) {
                continue;
            }
            Expression offset = kernel.inputs().contains(buffer)
                    ? Code.call("broadcast_offset", description, Code.number(buffer.slot()), row)
                    : Code.times(row, inner);
            Variable pointer = body.pointer(buffer);
            code.let(row(pointer).name(), pointer.type(), Code.address(pointer, offset));
        }
    }

    private static Variable row(Variable pointer) {
        return new Variable(pointer.name() + "_row", pointer.type());
    }

    private void lowerStages(Elements elements) {
        kernel.stages()
                .forEach(stage -> code.block(() -> {
                    body.load(stage, elements);
                    body.compute(stage.computed(), elements);
                    body.finish(stage, elements);
                }));
    }

    /** Elements of rows, or of the only one. */
    private final class RanklessElements implements Elements {

        private final boolean rows;

        RanklessElements(boolean rows) {
            this.rows = rows;
        }

        private Variable base(Buffer buffer) {
            Variable pointer = body.pointer(buffer);
            return rows ? row(pointer) : pointer;
        }

        @Override
        public Expression load(Buffer input) {
            Expression element = Code.times(INDEX, Code.integer(names.step(input.value())));
            return new Load(Code.address(base(input), element));
        }

        @Override
        public void store(Buffer output, Expression value) {
            code.store(output.mask() == 0 ? body.pointer(output) : Code.address(base(output), INDEX), value);
        }

        @Override
        public void accumulate(Node reduction, Expression value) {
            throw new IllegalStateException(reduction + " in a rankless shape");
        }
    }
}
