package io.graphkernel.processor.lower;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Recurrence.Carried;
import io.graphkernel.processor.schedule.ScheduledKernel;

/** Access to the elements of a recurrence, whose carried values are in registers while the loop of an element runs. */
public final class CarriedRegisters implements ElementAccess {

    private final ScheduledKernel kernel;
    private final KernelNames names;
    private final StageLowering body;
    private final CodeBuilder code;

    /**
     * Creates the access.
     *
     * @param kernel a recurrence
     * @param names identifiers of its values
     * @param body lowering of its stages
     * @param code receives the statements
     */
    public CarriedRegisters(ScheduledKernel kernel, KernelNames names, StageLowering body, CodeBuilder code) {
        this.kernel = kernel;
        this.names = names;
        this.body = body;
        this.code = code;
    }

    /** Declares the registers, with the values before the loop. */
    public void declare() {
        for (Carried carried : kernel.recurrence().registers()) {
            code.declare(
                    register(carried), body.indexedAccess().load(carried.reads().get(0)));
        }
    }

    /** Stores the values after the loop. */
    public void store() {
        for (Carried carried : kernel.recurrence().registers()) {
            body.indexedAccess().store(carried.update(), register(carried));
        }
    }

    private Variable register(Carried carried) {
        Node update = carried.update().value();
        return new Variable(names.carried(update), new Type.ScalarType(update.dtype()));
    }

    @Override
    public Expression load(Buffer input) {
        Carried carried = kernel.recurrence().inRegister(input);
        return carried == null ? body.indexedAccess().load(input) : register(carried);
    }

    @Override
    public void store(Buffer output, Expression value) {
        Carried carried = kernel.recurrence().inRegister(output);
        if (carried == null) {
            body.indexedAccess().store(output, value);
        } else {
            code.assign(register(carried), value);
        }
    }

    @Override
    public void accumulate(Node reduction, Expression value) {
        throw new IllegalStateException("a recurrence has no " + reduction);
    }
}
