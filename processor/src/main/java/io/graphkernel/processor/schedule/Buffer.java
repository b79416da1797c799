package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.List;

/**
 * Memory that a kernel reads or writes.
 *
 * @param value the value in memory, which names the buffer: an outside value; a view or an index op of the kernel; the
 *     Gather that reads it; for an in-place update the Assign node, whose second operand is stored
 * @param location location of the memory, that of the base for views; null for an index op
 * @param access access of the value's elements; for an index op, their values; in a kernel over unranked shapes only
 *     whether it varies
 * @param mask loops of the iteration space along which it extends
 * @param slot argument slot of its pointer; -1 for an index op
 */
public record Buffer(Node value, Location location, AccessMap access, int mask, int slot) {

    /**
     * Returns the value that a write stores.
     *
     * @return the node whose elements are stored in this buffer
     */
    public Node stored() {
        return isUpdate() ? value.operands().get(1) : value;
    }

    /**
     * Returns the values that a write reads.
     *
     * @return the stored value, and the positions of an indexed store
     */
    public List<Node> operands() {
        return isUpdate() ? OpTable.get().indexedOperands(value) : List.of(value);
    }

    /**
     * Returns true if this is a parameter that is updated in place.
     *
     * @return true if the value is an Assign
     */
    public boolean isUpdate() {
        return OpTable.get().is(value, OpKind.ASSIGN);
    }
}
