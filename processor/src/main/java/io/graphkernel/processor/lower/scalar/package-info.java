/**
 * Lowering for targets on which a thread runs a range of items, element by element. The launch passes the range, and
 * scratch memory for the row buffers of each thread.
 */
package io.graphkernel.processor.lower.scalar;
