package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.MemoryFormat;
import io.graphkernel.processor.lower.code.Type.PointerType;

/** Parameters of a stage function other than values and buffers. */
record StageParameters(KernelNames names) {

    /** Returns the inner stride of an operand, in elements. */
    Variable step(Node node) {
        return CodeBuilder.int64Variable(names.step(node));
    }

    Variable axisStride(Node node) {
        return CodeBuilder.int64Variable(names.axisStride(node));
    }

    Variable axisExtent(Node node) {
        return CodeBuilder.int64Variable(names.axisExtent(node));
    }

    /** Returns the row buffer of a value. */
    Variable saved(Node node, boolean written) {
        return new Variable(names.rowBuffer(node), new PointerType(node.dtype(), MemoryFormat.COMPUTE, written));
    }

    /** Returns the partial results of a column reduction. */
    Variable partial(Node node) {
        return new Variable(names.partialResult(node), new PointerType(node.dtype(), MemoryFormat.ACCUMULATOR, true));
    }

    /**
     * Returns the pointer to the prefetched row of an operand.
     *
     * @param current pointer to the current row
     */
    Variable next(Node operand, Variable current) {
        return new Variable(names.prefetched(operand), current.type());
    }
}
