/**
 * Lowering for targets with thread blocks, which share the items of the iteration space. The shape alone decides which
 * thread of a thread block accumulates which elements.
 *
 * <p>Stages have no row buffers: later stages recompute values. Each thread reads an element before it stores a result
 * at the same address.
 */
package io.graphkernel.processor.lower.gpu;
