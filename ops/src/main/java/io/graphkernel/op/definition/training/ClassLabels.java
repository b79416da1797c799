package io.graphkernel.op.definition.training;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.OpParameter;

/**
 * Labels of rows of logits. An ignored label becomes -1, which is not a class.
 *
 * @param position index along the last axis of the logits
 * @param column label of each row, with size 1 along the last axis
 */
record ClassLabels(Node position, Node column) {

    /** Parameter with the label of rows that do not count. */
    static final String IGNORED = "ignoreIndex";

    static ClassLabels of(ExpansionBuilder b, Node logits) throws TypeException {
        Node labels = b.operand("labels");
        Node label = b.cast(labels, DataType.I64);
        if (isIgnoring(b)) {
            label = b.select(b.op("NotEqual", label, b.number(b.extent(IGNORED), label)), label, -1);
        }
        Node column = b.reshape(label, b.insert(b.dims(labels), b.axes(-1), b.extent(1)));
        return new ClassLabels(b.index(b.dims(logits), b.axes(-1)), column);
    }

    /** Returns true if rows with one of the labels do not count. */
    static boolean isIgnoring(ExpansionBuilder b) {
        return b.integer(IGNORED) != OpParameter.ABSENT_INTEGER;
    }

    /** Returns true where the position is the label of its row. */
    Node areHere(ExpansionBuilder b) throws TypeException {
        return b.op("Equal", position, column);
    }

    /** Returns true where the label of a row is a valid class. */
    Node exist(ExpansionBuilder b) throws TypeException {
        Node count = b.elementCount(position, b.axes(-1));
        return b.op("LogicalAnd", b.op("GreaterEqual", column, 0), b.op("Less", column, count));
    }

    /** Returns the number of rows that count, in the dtype of their losses. */
    Node count(ExpansionBuilder b, Node losses) throws TypeException {
        return isIgnoring(b) ? LossOps.sum(b, b.castLike(exist(b), losses)) : b.elementCount(losses, b.allAxes());
    }
}
