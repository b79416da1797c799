package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Node;

/**
 * Memory that a kernel reads or writes.
 *
 * @param value the value in it; for an in-place update the Assign node, whose second operand is stored
 * @param location where it is
 * @param mask along which runs of the iteration space it extends
 * @param slot its pointer's argument slot
 */
public record Buffer(Node value, Location location, int mask, int slot) {

    /**
     * The value that a write stores.
     *
     * @return the node whose elements go to this buffer
     */
    public Node stored() {
        return value.op().equals("Assign") ? value.operands().get(1) : value;
    }
}
