package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;

/**
 * Access of an in-place update to slices at computed positions: the element at the buffer's access plus position ·
 * {@code axisStride}. A position that is not in [-extent, extent) stores nothing.
 *
 * @param target the written memory, whose value is the op
 * @param axisStride stride of the axis of the positions, in elements
 * @param axisExtent extent of this axis
 */
public record IndexedStore(Buffer target, Dim axisStride, Dim axisExtent) {

    /**
     * Returns the op that stores.
     *
     * @return the op
     */
    public Node node() {
        return target.value();
    }

    /**
     * Returns the positions.
     *
     * @return value of 64-bit integers
     */
    public Node position() {
        return node().operands().get(2);
    }
}
