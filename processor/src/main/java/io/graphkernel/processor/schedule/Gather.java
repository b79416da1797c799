package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;

/**
 * Access of a Gather to its first operand: the element at the buffer's access plus index · {@code axisStride}, or 0 if
 * the index is not in [-extent, extent). Negative indices count from the end.
 *
 * @param node the op, whose second operand is the index
 * @param data the memory; its value is the op itself, and no stage loads it
 * @param axisStride stride of the gathered axis, in elements
 * @param axisExtent extent of the gathered axis
 */
public record Gather(Node node, Buffer data, Dim axisStride, Dim axisExtent) {}
