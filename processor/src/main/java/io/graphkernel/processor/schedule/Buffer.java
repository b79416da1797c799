package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;

/**
 * Memory that a kernel reads or writes.
 *
 * @param value the value in it, whose name it bears: an outside value; a view or an index op of the kernel; the Gather
 *     that reads it; for an in-place update the Assign node, whose second operand is stored
 * @param location where it is; of views, the memory that they look at; null for an index op, which has none
 * @param access where each element of the value is in the memory; for an index op, what each element is; in a kernel
 *     over rankless shapes only whether it moves
 * @param mask along which runs of the iteration space it extends
 * @param slot its pointer's argument slot; -1 for an index op
 */
public record Buffer(Node value, Location location, Access access, int mask, int slot) {

    /**
     * The value that a write stores.
     *
     * @return the node whose elements go to this buffer
     */
    public Node stored() {
        return isUpdate() ? value.operands().get(1) : value;
    }

    /**
     * Whether this is a parameter that is updated in place.
     *
     * @return true if the value is an Assign
     */
    public boolean isUpdate() {
        return OpTable.get().is(value, OpKind.ASSIGN);
    }
}
