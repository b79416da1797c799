package io.graphkernel.processor.lower;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.schedule.Buffer;

/** Access to the elements at the indices of all loops. */
final class IndexedElementAccess implements ElementAccess {

    private final StageLowering lowering;

    IndexedElementAccess(StageLowering lowering) {
        this.lowering = lowering;
    }

    @Override
    public Expression load(Buffer input) {
        return lowering.load(input);
    }

    @Override
    public void store(Buffer output, Expression value) {
        lowering.store(output, lowering.at(output), value);
    }

    @Override
    public void accumulate(Node reduction, Expression value) {
        lowering.accumulate(reduction, value);
    }
}
