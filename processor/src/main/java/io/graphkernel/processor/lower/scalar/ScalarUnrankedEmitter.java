package io.graphkernel.processor.lower.scalar;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.ArgumentLowering;
import io.graphkernel.processor.lower.ElementAccess;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;

/** Emitter of elementwise kernels over unranked shapes: two functions, one of which the stub launches. */
final class ScalarUnrankedEmitter extends ScalarLowering {

    private static final Variable INDEX = CodeBuilder.int64Variable("i");

    private final Expression description;

    ScalarUnrankedEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.description = CodeBuilder.constant(kernel.layout().broadcastSlot());
    }

    /** The first function is for operands of equal shapes and scalars, the second for broadcasts along outer axes. */
    @Override
    List<Function> functions() {
        Function flat = function(kernel.name() + "_flat", () -> {
            new ArgumentLowering(body).declareSteps();
            forEachItem(INDEX, () -> lowerStages(new UnrankedElementAccess(false)));
        });
        Function rows = function(kernel.name() + "_rows", () -> {
            new ArgumentLowering(body).declareSteps();
            Variable inner = code.declareInt64("inner", CodeBuilder.call("broadcast_inner", description));
            Variable row = CodeBuilder.int64Variable("row");
            forEachItem(row, () -> {
                declareRow(row, inner);
                code.loop(INDEX, CodeBuilder.constant(0), inner, () -> lowerStages(new UnrankedElementAccess(true)));
            });
        });
        return List.of(flat, rows);
    }

    /** Declares the base pointers of a row's operands and results. */
    private void declareRow(Variable row, Variable inner) {
        for (Buffer buffer : body.buffers()) {
            if (buffer.mask() == 0) {
                continue;
            }
            Expression offset = kernel.buffers().inputs().contains(buffer)
                    ? CodeBuilder.call("broadcast_offset", description, CodeBuilder.constant(buffer.slot()), row)
                    : CodeBuilder.times(row, inner);
            Variable pointer = body.pointer(buffer);
            code.declareFinal(row(pointer).name(), pointer.type(), CodeBuilder.address(pointer, offset));
        }
    }

    private static Variable row(Variable pointer) {
        return new Variable(pointer.name() + "_row", pointer.type());
    }

    private void lowerStages(ElementAccess elements) {
        kernel.body()
                .stages()
                .forEach(stage -> code.block(() -> {
                    body.load(stage, elements);
                    body.compute(stage.computed(), elements);
                    body.accumulateAndStore(stage, elements);
                }));
    }

    /** Access to elements of rows, or of the only row. */
    private final class UnrankedElementAccess implements ElementAccess {

        private final boolean rows;

        UnrankedElementAccess(boolean rows) {
            this.rows = rows;
        }

        private Variable base(Buffer buffer) {
            Variable pointer = body.pointer(buffer);
            return rows ? row(pointer) : pointer;
        }

        @Override
        public Expression load(Buffer input) {
            Expression element = CodeBuilder.times(INDEX, CodeBuilder.int64Variable(names.step(input.value())));
            return new Load(CodeBuilder.address(base(input), element));
        }

        @Override
        public void store(Buffer output, Expression value) {
            code.store(output.mask() == 0 ? body.pointer(output) : CodeBuilder.address(base(output), INDEX), value);
        }

        @Override
        public void accumulate(Node reduction, Expression value) {
            throw new IllegalStateException(reduction + " in a unranked shape");
        }
    }
}
