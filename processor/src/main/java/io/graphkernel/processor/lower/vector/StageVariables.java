package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.Memory;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.schedule.Gather;

/** Parameters of a stage's function other than values and buffers. */
record StageVariables(Names names) {

    /** Elements from one element of an operand to the next. */
    Variable step(Node node) {
        return Code.integer(names.step(node));
    }

    Variable axisStride(Gather gather) {
        return Code.integer(names.axisStride(gather.node()));
    }

    Variable axisExtent(Gather gather) {
        return Code.integer(names.axisExtent(gather.node()));
    }

    /** The row buffer of a value. */
    Variable saved(Node node, boolean written) {
        return new Variable(names.saved(node), new Pointer(node.dtype(), Memory.KEPT, written));
    }

    /** What a column reduction has accumulated in memory. */
    Variable partial(Node node) {
        return new Variable(names.partial(node), new Pointer(node.dtype(), Memory.PARTIAL, true));
    }

    /**
     * The row of an operand of which memory is requested.
     *
     * @param current its row that is computed
     */
    Variable next(Node operand, Variable current) {
        return new Variable(names.next(operand), current.type());
    }
}
