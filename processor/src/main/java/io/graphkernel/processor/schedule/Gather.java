package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;

/**
 * How a kernel reads a Gather's first operand: the element at the buffer's access plus index · {@code axisStride}, or 0
 * if the index is not in [-extent, extent). A negative index counts from the end.
 *
 * @param node the op; its second operand is the index
 * @param data the memory; its value is the op itself, and no stage loads it
 * @param axisStride elements from one index to the next
 * @param axisExtent how many indices there are
 */
public record Gather(Node node, Buffer data, Dim axisStride, Dim axisExtent) {}
